package io.flexhb.core.study.state;

import io.flexhb.core.spec.Limits;

/**
 * Trials that failed one after the other, whatever their numbers, since a trial had a value or the
 * study was last resumed: what {@code limits.failures} counts. A trial that the budget has nothing
 * left for counts neither way, as nobody's fault.
 *
 * @param trials how many
 * @param newest number of the last of them, -1 when there is none
 */
public record FailureStreak(int trials, int newest) {

  public static final FailureStreak NONE = new FailureStreak(0, -1);

  FailureStreak with(int failed) {
    return new FailureStreak(trials + 1, failed);
  }

  /** Whether these are as many as a study may have. */
  public boolean reaches(Limits limits) {
    return limits.failures().isPresent() && trials >= limits.failures().getAsInt();
  }
}
