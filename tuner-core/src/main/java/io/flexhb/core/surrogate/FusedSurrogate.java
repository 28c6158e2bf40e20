package io.flexhb.core.surrogate;

import java.util.Arrays;
import java.util.List;

/** Several models of the same scale as one. */
final class FusedSurrogate implements Surrogate {
  /** A model with a smaller variance on the target scale is treated as overconfident. */
  private static final double VARIANCE_FLOOR = 1e-2;

  private final List<Surrogate> models;
  private final double[] weights;
  private final EnsembleOptions.Fusion fusion;

  /** Weights sum to 1. */
  FusedSurrogate(List<Surrogate> models, double[] weights, EnsembleOptions.Fusion fusion) {
    this.models = List.copyOf(models);
    this.weights = weights.clone();
    this.fusion = fusion;
  }

  @Override
  public void predict(double[][] x, double[] mean, double[] variance) {
    int n = x.length;
    Arrays.fill(mean, 0, n, 0);
    Arrays.fill(variance, 0, n, 0);
    double[] levelMean = new double[n];
    double[] levelVariance = new double[n];
    for (int k = 0; k < weights.length; k++) {
      models.get(k).predict(x, levelMean, levelVariance);
      double w = weights[k];
      for (int i = 0; i < n; i++) {
        if (fusion == EnsembleOptions.Fusion.GPOE) {
          double precision = w / Math.max(VARIANCE_FLOOR, levelVariance[i]);
          mean[i] += precision * levelMean[i];
          variance[i] += precision; // inverted below
        } else {
          mean[i] += w * levelMean[i];
          variance[i] += w * levelVariance[i];
        }
      }
    }
    if (fusion == EnsembleOptions.Fusion.GPOE) {
      for (int i = 0; i < n; i++) {
        mean[i] /= variance[i];
        variance[i] = 1 / variance[i];
      }
    }
  }
}
