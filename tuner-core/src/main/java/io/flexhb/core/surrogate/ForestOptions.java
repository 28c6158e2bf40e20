package io.flexhb.core.surrogate;

/**
 * Shape of a regression forest.
 *
 * @param trees number of trees, each on a bootstrap sample
 * @param featureFraction share of the columns tried at each split; at least one is
 * @param nodeSize fewest samples in a leaf
 * @param maxDepth most splits above a leaf
 */
public record ForestOptions(int trees, double featureFraction, int nodeSize, int maxDepth) {
  public ForestOptions {
    if (trees < 1) {
      throw new IllegalArgumentException("trees must be at least 1, was " + trees);
    }
    if (!(featureFraction > 0 && featureFraction <= 1)) {
      throw new IllegalArgumentException("featureFraction must be in (0, 1]: " + featureFraction);
    }
    if (nodeSize < 1) {
      throw new IllegalArgumentException("nodeSize must be at least 1, was " + nodeSize);
    }
    if (maxDepth < 2) {
      throw new IllegalArgumentException("maxDepth must be at least 2, was " + maxDepth);
    }
  }

  /** 10 trees, 5/6 of the columns, leaves of 3, depth 20: SMAC's forest. */
  public static ForestOptions defaults() {
    return new ForestOptions(10, 5.0 / 6, 3, 20);
  }

  /** Columns tried at each split. */
  int columnsTried(int columns) {
    // The slack keeps 5/6 of 12 at 10, which binary fractions miss by an ulp.
    return Math.max(1, (int) Math.floor(featureFraction * columns + 1e-9));
  }
}
