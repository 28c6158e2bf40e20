/**
 * Metrics from other sources than a script's output: a growing file, TensorBoard's event files, an
 * endpoint of the script on this machine. Each is polled while the script runs.
 */
package io.flexhb.emitter.agent.source;
