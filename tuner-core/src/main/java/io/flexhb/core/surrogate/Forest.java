package io.flexhb.core.surrogate;

import java.util.Arrays;
import java.util.List;
import smile.base.cart.InternalNode;
import smile.base.cart.Node;
import smile.base.cart.NominalNode;
import smile.base.cart.OrdinalNode;
import smile.base.cart.RegressionNode;
import smile.regression.RegressionTree;

/**
 * A fitted forest, all trees flattened into a few arrays: three to four times faster than walking
 * node objects.
 *
 * <p>Nodes are in preorder, so the true child of node k is k + 1. The mean is that of the trees;
 * the variance is that between the trees plus the mean variance within their leaves (Hutter et al.
 * 2014).
 */
final class Forest implements Surrogate {
  private static final int LEAF = Integer.MIN_VALUE;
  private static final long NODE_BYTES = 2 * Integer.BYTES + 2 * Double.BYTES;

  private final int[] roots;
  private final int[] column; // LEAF, a numeric column, or ~column of a nominal one
  private final double[] value; // threshold, category, or the leaf's mean
  private final double[] leafVariance;
  private final int[] falseChild;
  private int size;

  private Forest(int trees, int nodes) {
    this.roots = new int[trees];
    this.column = new int[nodes];
    this.value = new double[nodes];
    this.leafVariance = new double[nodes];
    this.falseChild = new int[nodes];
  }

  static Forest of(List<RegressionTree> trees) {
    int nodes = trees.stream().mapToInt(tree -> count(tree.root())).sum();
    Forest forest = new Forest(trees.size(), nodes);
    for (int t = 0; t < trees.size(); t++) {
      forest.roots[t] = forest.size;
      forest.append(trees.get(t).root());
    }
    return forest;
  }

  @Override
  public void predict(double[][] x, double[] mean, double[] variance) {
    int n = x.length;
    double[] squares = new double[n];
    Arrays.fill(mean, 0, n, 0);
    Arrays.fill(variance, 0, n, 0);
    for (int root : roots) {
      for (int i = 0; i < n; i++) {
        int leaf = leaf(root, x[i]);
        double output = value[leaf];
        mean[i] += output;
        squares[i] += output * output;
        variance[i] += leafVariance[leaf];
      }
    }
    for (int i = 0; i < n; i++) {
      mean[i] /= roots.length;
      double between = squares[i] / roots.length - mean[i] * mean[i];
      variance[i] = Math.max(0, between) + variance[i] / roots.length;
    }
  }

  /** Memory it takes, about. */
  long bytes() {
    return (long) Integer.BYTES * roots.length + NODE_BYTES * column.length;
  }

  /** The prediction of one tree. */
  double predict(int tree, double[] x) {
    return value[leaf(roots[tree], x)];
  }

  private int leaf(int root, double[] x) {
    int node = root;
    while (true) {
      int c = column[node];
      if (c >= 0) {
        node = x[c] <= value[node] ? node + 1 : falseChild[node];
      } else if (c == LEAF) {
        return node;
      } else {
        node = x[~c] == value[node] ? node + 1 : falseChild[node];
      }
    }
  }

  private void append(Node node) {
    int at = size++;
    if (node instanceof InternalNode inner) {
      if (inner instanceof OrdinalNode ordinal) {
        column[at] = inner.feature();
        value[at] = SmileInternals.threshold(ordinal);
      } else {
        column[at] = ~inner.feature();
        value[at] = SmileInternals.category((NominalNode) inner);
      }
      append(inner.trueChild());
      falseChild[at] = size;
      append(inner.falseChild());
    } else {
      RegressionNode leaf = (RegressionNode) node;
      column[at] = LEAF;
      value[at] = leaf.output();
      leafVariance[at] = leaf.size() == 0 ? 0 : leaf.deviance() / leaf.size();
    }
  }

  private static int count(Node node) {
    return node instanceof InternalNode inner
        ? 1 + count(inner.trueChild()) + count(inner.falseChild())
        : 1;
  }
}
