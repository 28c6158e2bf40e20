package io.flexhb.core.surrogate;

/** A prediction of the objective with its uncertainty; immutable, for any number of threads. */
public interface Surrogate {

  /**
   * Predicts many points at once.
   *
   * @param x encoded configurations, n x dimensions
   * @param mean filled with n predicted means
   * @param variance filled with n predicted variances, at least 0
   */
  void predict(double[][] x, double[] mean, double[] variance);

  /** The predicted means of these points. */
  default double[] means(double[][] x) {
    double[] mean = new double[x.length];
    predict(x, mean, new double[x.length]);
    return mean;
  }
}
