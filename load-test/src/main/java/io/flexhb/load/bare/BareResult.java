package io.flexhb.load.bare;

/**
 * What the bare application did.
 *
 * @param events events put through
 * @param eventsPerSecond events by the time from the first sent to the last output seen
 * @param p50 milliseconds from sending an event to seeing its output, committed
 * @param p99 likewise
 */
public record BareResult(long events, double eventsPerSecond, double p50, double p99) {}
