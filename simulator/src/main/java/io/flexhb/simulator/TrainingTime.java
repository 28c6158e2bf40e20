package io.flexhb.simulator;

import io.flexhb.core.space.Configuration;

/** How long training takes, in virtual milliseconds. */
@FunctionalInterface
public interface TrainingTime {

  /**
   * Milliseconds of one unit of resource, at least 0.
   *
   * @param resource the unit, absolute, at least 1
   */
  long millis(Configuration configuration, long resource);

  /** Every unit takes the same time. */
  static TrainingTime constant(long millis) {
    return (configuration, resource) -> millis;
  }
}
