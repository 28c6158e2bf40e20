package io.flexhb.client;

import java.util.OptionalLong;

/**
 * What became of configurations that were enqueued.
 *
 * @param sent configurations that were sent
 * @param existed configurations that the study has already
 * @param decision number of the tuner's decision; empty when nothing had to be sent, or the answer
 *     was not waited for
 */
public record EnqueueResult(int sent, int existed, OptionalLong decision) {}
