package io.flexhb.standalone.chaos;

import java.time.Duration;
import java.util.Set;

/**
 * What to do to an installation, and for how long.
 *
 * @param duration after which no further fault begins
 * @param seed of the faults, their order and their lengths
 * @param rate reports per second of all workers together
 * @param faults the kinds that may happen
 * @param shortestPause between two faults
 * @param longestPause between two faults
 */
record ChaosPlan(
    Duration duration,
    long seed,
    double rate,
    Set<Fault> faults,
    int studies,
    int tuners,
    int workers,
    Duration shortestPause,
    Duration longestPause) {

  ChaosPlan {
    faults = Set.copyOf(faults);
    if (faults.isEmpty() || studies < 1 || tuners < 1 || workers < 2 || rate <= 0) {
      throw new IllegalArgumentException(
          "needs a fault, a study, a tuner, two workers and a rate above 0");
    }
  }
}
