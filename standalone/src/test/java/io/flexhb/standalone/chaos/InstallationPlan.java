package io.flexhb.standalone.chaos;

import java.util.List;

/**
 * How large an installation is, and how it is run.
 *
 * @param seed of its studies
 * @param rate reports per second of all workers together
 * @param partitions of each topic that is read per study
 * @param tunerOptions of {@code flexhb tuner}
 */
record InstallationPlan(
    long seed,
    double rate,
    int partitions,
    int studies,
    int tuners,
    int workers,
    List<String> tunerOptions) {

  InstallationPlan {
    tunerOptions = List.copyOf(tunerOptions);
    if (partitions < 1 || studies < 1 || tuners < 1 || workers < 1 || rate <= 0) {
      throw new IllegalArgumentException(
          "needs a partition, a study, a tuner, a worker and a rate above 0");
    }
  }
}
