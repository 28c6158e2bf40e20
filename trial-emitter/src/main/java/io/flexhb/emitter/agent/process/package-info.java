/**
 * Operating system processes: a script runs in its own process group, which is signaled as a whole
 * and never outlives the agent. For POSIX systems. Depends on nothing about trials or metrics.
 */
package io.flexhb.emitter.agent.process;
