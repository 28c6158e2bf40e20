/**
 * The agent tunes a training script without changes to it. It asks for trials, runs the script in
 * its own process group with the trial's hyperparameters, reads metrics from its output, and stops,
 * suspends or resumes it as the tuner decides. Callers need only {@link
 * io.flexhb.emitter.agent.Agent}.
 */
package io.flexhb.emitter.agent;
