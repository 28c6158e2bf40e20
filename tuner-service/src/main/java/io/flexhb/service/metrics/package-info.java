/** The tuner's counters, timers and gauges, as Micrometer meters. */
package io.flexhb.service.metrics;
