package io.flexhb.client;

import java.util.OptionalLong;

/**
 * The result of enqueuing configurations.
 *
 * @param sent configurations that were sent
 * @param existed configurations that the study already has
 * @param decision number of the tuner's decision; empty when nothing had to be sent, or the answer
 *     was not awaited
 */
public record EnqueueResult(int sent, int existed, OptionalLong decision) {}
