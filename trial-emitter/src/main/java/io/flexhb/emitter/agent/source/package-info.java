/**
 * Metrics from elsewhere than what a script prints: a file that grows, TensorBoard's event files,
 * an endpoint of the script on this machine. Each is looked at again and again while the script
 * runs.
 */
package io.flexhb.emitter.agent.source;
