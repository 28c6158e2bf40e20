package io.flexhb.simulator;

/**
 * A new best value at the largest resource.
 *
 * @param time virtual milliseconds since the study began
 * @param granted resource units granted by then
 * @param trained resource units trained by then, those of lost attempts included
 * @param value objective in the user's direction
 */
public record Incumbent(long time, long granted, long trained, int trial, double value) {}
