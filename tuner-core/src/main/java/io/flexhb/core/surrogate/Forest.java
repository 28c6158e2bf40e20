package io.flexhb.core.surrogate;

import java.util.List;
import smile.regression.RegressionTree;

/**
 * A fitted forest. The mean is that of the trees; the variance is that between the trees plus the
 * mean variance within their leaves (Hutter et al. 2014).
 */
final class Forest implements Surrogate {
  /** Predicting this many points takes long enough to yield to other threads. */
  private static final int MANY = 100;

  private final FlatTrees trees;

  private Forest(FlatTrees trees) {
    this.trees = trees;
  }

  static Forest of(List<RegressionTree> trees) {
    return new Forest(FlatTrees.of(trees));
  }

  /** Approximate memory use. */
  long bytes() {
    return trees.bytes();
  }

  @Override
  public void predict(double[][] x, double[] mean, double[] variance) {
    predict(trees::sums, x, mean, variance);
  }

  /**
   * The same predictions, each in at most half the time. Building it takes as long as about two
   * hundred predictions, and it needs several times the memory, so it is built for one suggestion
   * and not kept.
   */
  Surrogate quick() {
    CpuYield.letOthersRun();
    return LeafMasks.of(trees)
        .<Surrogate>map(masks -> (x, mean, variance) -> predict(masks::sums, x, mean, variance))
        .orElse(this);
  }

  private interface Sums {
    void of(double[][] x, double[] sum, double[] squares, double[] within);
  }

  private void predict(Sums sums, double[][] x, double[] mean, double[] variance) {
    if (x.length >= MANY) {
      CpuYield.letOthersRun();
    }
    double[] squares = new double[x.length];
    sums.of(x, mean, squares, variance);
    int count = trees.count();
    for (int i = 0; i < x.length; i++) {
      mean[i] /= count;
      double between = squares[i] / count - mean[i] * mean[i];
      variance[i] = Math.max(0, between) + variance[i] / count;
    }
  }
}
