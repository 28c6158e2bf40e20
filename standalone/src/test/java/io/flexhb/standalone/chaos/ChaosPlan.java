package io.flexhb.standalone.chaos;

import java.time.Duration;
import java.util.Set;

/**
 * The faults to inject into an installation, and for how long.
 *
 * @param installation with the seed of the faults, their order and their lengths as well
 * @param duration after which no further fault begins
 * @param faults the kinds that may happen
 * @param shortestPause between two faults
 * @param longestPause between two faults
 */
record ChaosPlan(
    InstallationPlan installation,
    Duration duration,
    Set<Fault> faults,
    Duration shortestPause,
    Duration longestPause) {

  ChaosPlan {
    faults = Set.copyOf(faults);
    if (faults.isEmpty() || installation.workers() < 2) {
      throw new IllegalArgumentException("needs a fault and two workers");
    }
  }
}
