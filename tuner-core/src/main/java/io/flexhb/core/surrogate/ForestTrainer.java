package io.flexhb.core.surrogate;

import io.flexhb.core.random.CounterRandom;
import java.util.ArrayList;
import java.util.List;
import smile.base.cart.CART;
import smile.base.cart.Loss;
import smile.data.DataFrame;
import smile.data.measure.NominalScale;
import smile.data.type.DataTypes;
import smile.data.type.StructField;
import smile.data.vector.BaseVector;
import smile.data.vector.DoubleVector;
import smile.data.vector.IntVector;
import smile.regression.RegressionTree;

/**
 * Fits regression forests (Breiman 2001) with Smile's trees. One thread per fit; the result depends
 * on data, options and seed only.
 */
final class ForestTrainer {
  private static final StructField RESPONSE = new StructField("y", DataTypes.DoubleType);

  private final Features features;
  private final ForestOptions options;
  private final StructField[] fields;

  ForestTrainer(Features features, ForestOptions options) {
    this.features = features;
    this.options = options;
    this.fields = new StructField[features.count()];
    for (int j = 0; j < fields.length; j++) {
      fields[j] = field(j, features.categories()[j]);
    }
  }

  /**
   * A forest of these points.
   *
   * @param x n x columns, without NaN (Smile would build wrong trees silently)
   * @param y n finite targets
   */
  Forest fit(double[][] x, double[] y, long seed) {
    return Forest.of(trees(x, y, seed));
  }

  /** Smile's trees, in order. */
  List<RegressionTree> trees(double[][] x, double[] y, long seed) {
    if (x.length == 0 || x.length != y.length) {
      throw new IllegalArgumentException("need as many points as targets, and one at least");
    }
    CounterRandom random = CounterRandom.of(seed, "bootstrap", 0);
    DataFrame data = frame(x);
    Loss loss = Loss.ls(y);
    int[][] order = CART.order(data);
    int columnsTried = options.columnsTried(features.count());
    // Smile's generators take 31 bits.
    long smileSeed = random.nextInt(Integer.MAX_VALUE - 2) + 2L;
    return SmileInternals.seeded(
        smileSeed,
        () -> {
          List<RegressionTree> trees = new ArrayList<>(options.trees());
          for (int t = 0; t < options.trees(); t++) {
            CpuYield.letOthersRun();
            trees.add(
                new RegressionTree(
                    data,
                    loss,
                    RESPONSE,
                    options.maxDepth(),
                    Integer.MAX_VALUE,
                    options.nodeSize(),
                    columnsTried,
                    bootstrap(y.length, random),
                    order));
          }
          return trees;
        });
  }

  private static int[] bootstrap(int n, CounterRandom random) {
    int[] counts = new int[n];
    for (int i = 0; i < n; i++) {
      counts[random.nextInt(n)]++;
    }
    return counts;
  }

  /** Points in Smile's format. */
  DataFrame frame(double[][] x) {
    BaseVector<?, ?, ?>[] columns = new BaseVector<?, ?, ?>[features.count()];
    for (int j = 0; j < columns.length; j++) {
      if (features.isNominal(j)) {
        int[] column = new int[x.length];
        for (int i = 0; i < x.length; i++) {
          column[i] = (int) x[i][j];
        }
        columns[j] = IntVector.of(fields[j], column);
      } else {
        double[] column = new double[x.length];
        for (int i = 0; i < x.length; i++) {
          column[i] = x[i][j];
        }
        columns[j] = DoubleVector.of(fields[j], column);
      }
    }
    return DataFrame.of(columns);
  }

  private static StructField field(int column, int categories) {
    String name = "x" + column;
    if (categories == 0) {
      return new StructField(name, DataTypes.DoubleType);
    }
    String[] levels = new String[categories];
    for (int k = 0; k < categories; k++) {
      levels[k] = Integer.toString(k);
    }
    return new StructField(name, DataTypes.IntegerType, new NominalScale(levels));
  }
}
