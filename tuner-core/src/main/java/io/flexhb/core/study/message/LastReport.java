package io.flexhb.core.study.message;

/**
 * The last report of an ended attempt.
 *
 * @param resource absolute
 * @param metric the study's objective
 */
public record LastReport(long resource, Metric metric) {}
