package io.flexhb.standalone.chaos;

import java.time.Duration;
import java.util.List;

/**
 * What an operator does to an installation.
 *
 * @param installation with three tuners, of which two run at the start
 * @param rounds how often each of two tuners is restarted
 * @param pause between two changes
 * @param away how long no tuner runs when the version changes
 * @param longestGap that a study may be without a decision while some tuner runs
 */
record PlannedChanges(
    InstallationPlan installation, int rounds, Duration pause, Duration away, Duration longestGap) {

  private static final int TUNERS = 3;

  /** Changes of an installation whose tuners hand over when they are told to end. */
  static PlannedChanges of(
      long seed,
      double rate,
      int partitions,
      int studies,
      int rounds,
      Duration pause,
      Duration away,
      Duration longestGap) {
    return new PlannedChanges(
        new InstallationPlan(seed, rate, partitions, studies, TUNERS, 2, List.of("--drain")),
        rounds,
        pause,
        away,
        longestGap);
  }
}
