/**
 * The worker's counters and timers, in a Micrometer registry of the caller. Micrometer is an
 * optional dependency: without a registry nothing here is loaded. No port is opened.
 */
package io.flexhb.emitter.metrics;
