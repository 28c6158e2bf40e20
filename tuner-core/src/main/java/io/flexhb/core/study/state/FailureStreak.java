package io.flexhb.core.study.state;

import io.flexhb.core.spec.Limits;

/**
 * Trials that failed in a row, whatever their numbers, since a trial had a value or the study was
 * last resumed; {@code limits.failures} limits them. A trial that the budget cannot pay for does
 * not count either way.
 *
 * @param trials how many
 * @param newest number of the last of them, -1 when there is none
 */
public record FailureStreak(int trials, int newest) {

  public static final FailureStreak NONE = new FailureStreak(0, -1);

  FailureStreak with(int failed) {
    return new FailureStreak(trials + 1, failed);
  }

  /** Whether the limit is reached. */
  public boolean reaches(Limits limits) {
    return limits.failures().isPresent() && trials >= limits.failures().getAsInt();
  }
}
