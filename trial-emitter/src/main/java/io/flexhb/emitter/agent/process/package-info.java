/**
 * Processes of the operating system: a script runs in a process group of its own, which is
 * signalled as a whole and never outlives the agent. For POSIX systems. Nothing here knows of
 * trials or metrics.
 */
package io.flexhb.emitter.agent.process;
