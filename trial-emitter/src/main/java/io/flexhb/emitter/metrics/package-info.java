/**
 * What a worker counts and times, in a Micrometer registry of the caller's. Micrometer is an
 * optional dependency: without a registry nothing here is loaded. No port is opened.
 */
package io.flexhb.emitter.metrics;
