/**
 * The agent: tunes a training script as it is. It asks for trials, runs the script in a process
 * group of its own with the trial's hyperparameters, reads metrics out of its output, and stops,
 * suspends or resumes it as the tuner decides. {@link io.flexhb.emitter.agent.Agent} is the whole
 * of it for callers.
 */
package io.flexhb.emitter.agent;
