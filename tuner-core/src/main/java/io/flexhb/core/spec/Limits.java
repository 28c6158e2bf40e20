package io.flexhb.core.spec;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * When a study ends: whichever comes first; at least one is set.
 *
 * @param budget granted resource in all, in resource units
 * @param trials number of trials
 * @param loops loops over the arrangement of brackets
 * @param deadlineMillis tuner time since the study was created
 * @param target objective at the largest resource, in the user's direction, that is good enough
 */
public record Limits(
    OptionalLong budget,
    OptionalInt trials,
    OptionalInt loops,
    OptionalLong deadlineMillis,
    OptionalDouble target) {}
