package io.flexhb.core.sampler;

/** Opens to the comparison with other tuners what is nobody else's business. */
public final class SamplerInternals {
  private SamplerInternals() {}

  /**
   * Bandwidths of the density of these points.
   *
   * @param categories for each column its number of categories, 0 for a number in [0, 1]
   */
  public static double[] bandwidths(double[][] points, int[] categories) {
    ParzenEstimator density = new ParzenEstimator(points, categories);
    double[] bandwidths = new double[categories.length];
    for (int j = 0; j < bandwidths.length; j++) {
      bandwidths[j] = density.bandwidth(j);
    }
    return bandwidths;
  }

  /** Logarithm of that density at each of {@code x}. */
  public static double[] logDensities(double[][] points, int[] categories, double[][] x) {
    ParzenEstimator density = new ParzenEstimator(points, categories);
    double[] logs = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      logs[i] = density.logDensity(x[i]);
    }
    return logs;
  }

  /** Logarithm of the expected improvement for each mean and variance. */
  public static double[] logImprovement(double[] mean, double[] variance, double incumbent) {
    double[] logs = new double[mean.length];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = ExpectedImprovement.log(mean[i], variance[i], incumbent);
    }
    return logs;
  }
}
