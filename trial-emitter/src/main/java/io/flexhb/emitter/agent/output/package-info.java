/**
 * Extracts metrics from what a training script prints or writes: bytes become lines, lines become
 * readings (a counter and values), readings become reports at a resource. Depends on nothing about
 * trials, processes or the tuner.
 */
package io.flexhb.emitter.agent.output;
