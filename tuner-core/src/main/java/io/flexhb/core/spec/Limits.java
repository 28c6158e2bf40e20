package io.flexhb.core.spec;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * When a study ends: whichever comes first; at least one of those is set. And when it pauses.
 *
 * @param budget granted resource in all, in resource units
 * @param trials number of trials
 * @param loops loops over the arrangement of brackets
 * @param deadlineMillis tuner time since the study was created
 * @param target objective at the largest resource, in the user's direction, that is good enough
 * @param failures trials in a row that failed, after which the study is paused; empty = never. No
 *     end of a study
 */
public record Limits(
    OptionalLong budget,
    OptionalInt trials,
    OptionalInt loops,
    OptionalLong deadlineMillis,
    OptionalDouble target,
    OptionalInt failures) {

  /**
   * Trials in a row that failed, unless a study says otherwise. With a healthy trainer, even one
   * that fails at every second configuration, so many in a row come about once in a million trials;
   * with a broken one they cost little: three attempts each, of which none got anywhere.
   */
  public static final int DEFAULT_FAILURES = 20;
}
