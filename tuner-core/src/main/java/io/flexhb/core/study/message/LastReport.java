package io.flexhb.core.study.message;

/**
 * What an attempt reported last before it ended.
 *
 * @param resource absolute
 * @param metric the study's
 */
public record LastReport(long resource, Metric metric) {}
