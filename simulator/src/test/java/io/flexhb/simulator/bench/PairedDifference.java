package io.flexhb.simulator.bench;

import org.apache.commons.math3.distribution.TDistribution;

/**
 * Mean of paired differences with its 95 % confidence interval (Student's t).
 *
 * @param mean mean of {@code a - b}
 * @param low lower end of the interval
 * @param high upper end of the interval
 */
record PairedDifference(double mean, double low, double high) {

  /** Of {@code a - b}, pair by pair; at least two pairs. */
  static PairedDifference of(double[] a, double[] b) {
    int n = a.length;
    double mean = 0;
    for (int i = 0; i < n; i++) {
      mean += (a[i] - b[i]) / n;
    }
    double squares = 0;
    for (int i = 0; i < n; i++) {
      double deviation = a[i] - b[i] - mean;
      squares += deviation * deviation;
    }
    double error = Math.sqrt(squares / (n - 1) / n);
    double t = new TDistribution(n - 1.0).inverseCumulativeProbability(0.975);
    return new PairedDifference(mean, mean - t * error, mean + t * error);
  }
}
