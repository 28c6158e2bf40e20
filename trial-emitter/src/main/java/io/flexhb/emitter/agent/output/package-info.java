/**
 * Metrics out of what a training script prints or writes: bytes become lines, lines become readings
 * (a counter and values), readings become reports at a resource. Nothing here knows of trials,
 * processes or the tuner.
 */
package io.flexhb.emitter.agent.output;
