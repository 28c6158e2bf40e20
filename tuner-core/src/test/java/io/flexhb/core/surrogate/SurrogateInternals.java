package io.flexhb.core.surrogate;

import java.util.Arrays;

/** Opens to the comparison with other tuners what is nobody else's business. */
public final class SurrogateInternals {
  private SurrogateInternals() {}

  /**
   * Weights of models that predict these means for points with these values.
   *
   * @param means models x points
   */
  public static double[] weights(double[][] means, double[] y, double gamma) {
    double[] consistency =
        Arrays.stream(means)
            .mapToDouble(mean -> 1 - RankingLoss.of(mean, y) / RankingLoss.pairs(y.length))
            .toArray();
    return LevelWeights.powers(consistency, gamma);
  }
}
