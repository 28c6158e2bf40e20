package io.flexhb.core.spec;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The limits that end a study, whichever is reached first (at least one is set), and the one that
 * pauses it.
 *
 * @param budget total granted resource, in resource units
 * @param trials number of trials
 * @param loops loops over the arrangement of brackets
 * @param deadlineMillis tuner time since the study was created
 * @param target objective at the largest resource, in the user's direction, that is good enough
 * @param failures failed trials in a row after which the study is paused; empty = never. Does not
 *     end the study
 */
public record Limits(
    OptionalLong budget,
    OptionalInt trials,
    OptionalInt loops,
    OptionalLong deadlineMillis,
    OptionalDouble target,
    OptionalInt failures) {

  /**
   * Trials in a row that failed, unless a study says otherwise. With a working trainer, even one
   * that fails at every second configuration, this many in a row occur about once in a million
   * trials. With a broken one they cost little: three attempts each, all without progress.
   */
  public static final int DEFAULT_FAILURES = 20;
}
