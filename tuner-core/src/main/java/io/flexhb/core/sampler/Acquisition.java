package io.flexhb.core.sampler;

/** What makes a configuration worth trying; larger is better. */
@FunctionalInterface
interface Acquisition {

  /** A value for each encoded configuration. */
  double[] of(double[][] x);
}
