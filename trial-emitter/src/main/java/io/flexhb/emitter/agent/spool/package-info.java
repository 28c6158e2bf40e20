/**
 * Keeps reports on disk until the broker has them: an outage may outlast the memory, or the agent.
 */
package io.flexhb.emitter.agent.spool;
