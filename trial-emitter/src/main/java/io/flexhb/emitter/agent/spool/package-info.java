/**
 * Reports on disk until the broker has them: an outage may last longer than memory does, or than
 * the agent.
 */
package io.flexhb.emitter.agent.spool;
