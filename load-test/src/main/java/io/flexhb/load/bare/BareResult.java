package io.flexhb.load.bare;

/**
 * The result of the bare application.
 *
 * @param events events processed
 * @param eventsPerSecond events divided by the time from the first send to the last output
 * @param p50 milliseconds from sending an event to seeing its output, committed
 * @param p99 likewise
 */
public record BareResult(long events, double eventsPerSecond, double p50, double p99) {}
