package io.flexhb.core.sampler;

/** What makes a configuration worth trying; larger is better. */
@FunctionalInterface
interface Acquisition {

  /** A value for each encoded configuration. */
  double[] of(double[][] x);

  /** The {@code count} best of these configurations, or all when there are fewer. */
  default Best best(double[][] x, int count) {
    return Best.of(of(x), count);
  }
}
