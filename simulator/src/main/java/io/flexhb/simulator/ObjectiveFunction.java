package io.flexhb.simulator;

import io.flexhb.core.space.Configuration;

/** A learning curve per configuration: pure, the same arguments give the same value. */
@FunctionalInterface
public interface ObjectiveFunction {

  /**
   * The objective in the user's direction.
   *
   * @param resource absolute, at least 1
   * @param seed which draw of the noise, if there is any
   * @return any double; one that is not finite is a diverged run
   */
  double value(Configuration configuration, long resource, long seed);

  /** Whether a trainer of this configuration dies at this resource, each time it is tried. */
  default boolean crashes(Configuration configuration, long resource) {
    return false;
  }
}
