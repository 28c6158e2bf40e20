package io.flexhb.core.sampler;

import io.flexhb.core.surrogate.Normal;
import io.flexhb.core.surrogate.Surrogate;

/** Expected improvement for minimisation (Jones et al. 1998), as a logarithm. */
final class ExpectedImprovement {
  /** Keeps a model without any doubt from dividing by zero. */
  private static final double MIN_VARIANCE = 1e-12;

  private ExpectedImprovement() {}

  /** For each point {@code log E[max(0, incumbent - f(x))]}; finite, so the tail still ranks. */
  static double[] log(Surrogate surrogate, double incumbent, double[][] x) {
    double[] mean = new double[x.length];
    double[] variance = new double[x.length];
    surrogate.predict(x, mean, variance);
    double[] log = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      log[i] = log(mean[i], variance[i], incumbent);
    }
    return log;
  }

  static double log(double mean, double variance, double incumbent) {
    double deviation = Math.sqrt(Math.max(MIN_VARIANCE, variance));
    return StrictMath.log(deviation) + Normal.logImprovement((incumbent - mean) / deviation);
  }
}
