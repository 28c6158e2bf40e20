package io.flexhb.core.sampler;

import io.flexhb.core.random.CounterRandom;

/**
 * A product kernel density over encoded configurations, as BOHB uses it (Falkner et al. 2018):
 * Gaussian kernels for numbers, Aitchison-Aitken kernels for categories, bandwidths by the normal
 * reference rule.
 */
final class ParzenEstimator {
  private static final double MIN_BANDWIDTH = 1e-3;
  private static final double LOG_SQRT_2PI = 0.9189385332046727;

  private final double[][] data;
  private final int[] categories; // 0 for a number
  private final double[] bandwidth;
  private final double[] peak; // logarithm of a column's kernel at its datum
  private final double[] other; // and, of a category, anywhere else

  /**
   * A density of these points.
   *
   * @param data at least one point; every parameter has a value
   * @param categories for each column its number of categories, 0 for a number in [0, 1]
   */
  ParzenEstimator(double[][] data, int[] categories) {
    this.data = data;
    this.categories = categories;
    this.bandwidth = new double[categories.length];
    this.peak = new double[categories.length];
    this.other = new double[categories.length];
    double shrink = StrictMath.pow(data.length, -1.0 / (4 + categories.length));
    for (int j = 0; j < bandwidth.length; j++) {
      bandwidth[j] = Math.max(MIN_BANDWIDTH, 1.06 * deviation(j) * shrink);
      if (categories[j] > 1) {
        // Beyond this the kernel would favor unseen categories.
        bandwidth[j] = Math.min(bandwidth[j], (categories[j] - 1.0) / categories[j]);
      }
      double h = bandwidth[j];
      peak[j] = categories[j] == 0 ? -LOG_SQRT_2PI - StrictMath.log(h) : StrictMath.log(1 - h);
      other[j] = StrictMath.log(h / (categories[j] - 1));
    }
  }

  double bandwidth(int column) {
    return bandwidth[column];
  }

  /** Logarithm of the density at a point. */
  double logDensity(double[] x) {
    double[] logs = new double[data.length];
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < data.length; i++) {
      for (int j = 0; j < x.length; j++) {
        logs[i] += logKernel(j, x[j], data[i][j]);
      }
      largest = Math.max(largest, logs[i]);
    }
    double sum = 0;
    for (double log : logs) {
      sum += StrictMath.exp(log - largest);
    }
    return largest + StrictMath.log(sum / data.length);
  }

  /** A point near one of the data, from kernels {@code widening} times as wide. */
  double[] sample(CounterRandom random, double widening) {
    double[] x = data[random.nextInt(data.length)].clone();
    for (int j = 0; j < x.length; j++) {
      if (categories[j] == 0) {
        x[j] = truncated(x[j], widening * bandwidth[j], random);
      } else if (random.nextBoolean(bandwidth[j])) {
        x[j] = random.nextInt(categories[j]);
      }
    }
    return x;
  }

  private double logKernel(int j, double x, double datum) {
    if (categories[j] == 0) {
      double z = (x - datum) / bandwidth[j];
      return -0.5 * z * z + peak[j];
    }
    return x == datum ? peak[j] : other[j];
  }

  /** A normal within [0, 1): rejection, which ends soon because the centre lies inside. */
  private static double truncated(double centre, double deviation, CounterRandom random) {
    for (int attempt = 0; attempt < 1000; attempt++) {
      double x = centre + deviation * random.nextGaussian();
      if (x >= 0 && x < 1) {
        return x;
      }
    }
    return random.nextDouble();
  }

  private double deviation(int j) {
    double mean = 0;
    for (double[] x : data) {
      mean += x[j];
    }
    mean /= data.length;
    double squares = 0;
    for (double[] x : data) {
      squares += (x[j] - mean) * (x[j] - mean);
    }
    return Math.sqrt(squares / data.length);
  }
}
