package io.flexhb.core.schedule;

/**
 * Rank correlation of two adjacent bracket start levels.
 *
 * @param low lower level, absolute resource
 * @param high higher level
 * @param tau Kendall's tau-a, 0 when there is no pair
 * @param trials trials with a value at both levels
 */
public record Correlation(long low, long high, double tau, int trials) {}
