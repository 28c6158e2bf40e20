package io.flexhb.core.study.message;

/**
 * A suspended trial in a slot that could continue there from {@code resource} without a checkpoint.
 */
public record SuspendedTrial(int trial, long resource) {}
