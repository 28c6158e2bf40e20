package io.flexhb.core.sampler;

/** Scores how promising a configuration is; larger is better. */
@FunctionalInterface
interface Acquisition {

  /** The score of each encoded configuration. */
  double[] of(double[][] x);

  /** The {@code count} best of these configurations, or all when there are fewer. */
  default Best best(double[][] x, int count) {
    return Best.of(of(x), count);
  }
}
