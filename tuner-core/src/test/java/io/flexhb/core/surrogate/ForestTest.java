package io.flexhb.core.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flexhb.core.random.CounterRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import smile.base.cart.RegressionNode;
import smile.data.DataFrame;
import smile.data.Tuple;
import smile.regression.RegressionTree;

class ForestTest {
  private static final Features MIXED = new Features(new int[] {0, 3, 0, 5});
  private static final ForestTrainer TRAINER = new ForestTrainer(MIXED, ForestOptions.defaults());

  @Test
  void shouldPredictWhatSmilesTreesPredict() {
    for (int seed = 0; seed < 10; seed++) {
      double[][] x = points(120, seed);
      List<RegressionTree> trees = TRAINER.trees(x, values(x), seed);
      Forest forest = Forest.of(trees);
      FlatTrees flat = FlatTrees.of(trees);
      double[][] test = points(300, 1000 + seed);
      double[] mean = new double[test.length];
      double[] variance = new double[test.length];
      forest.predict(test, mean, variance);
      assertThat(forest.quick().means(test)).containsExactly(mean);
      DataFrame frame = TRAINER.frame(test);
      for (int i = 0; i < test.length; i++) {
        Tuple tuple = frame.get(i);
        double sum = 0;
        double squares = 0;
        double within = 0;
        for (int t = 0; t < trees.size(); t++) {
          double expected = trees.get(t).predict(tuple);
          assertThat(flat.value(flat.leaf(t, test[i]))).isEqualTo(expected);
          RegressionNode leaf = (RegressionNode) trees.get(t).root().predict(tuple);
          sum += expected;
          squares += expected * expected;
          within += leaf.impurity() / leaf.size();
        }
        double n = trees.size();
        assertThat(mean[i]).isCloseTo(sum / n, within(1e-12));
        assertThat(variance[i])
            .isCloseTo(squares / n - sum / n * (sum / n) + within / n, within(1e-9));
      }
    }
  }

  @Test
  void shouldHaveTheVarianceOfTheLeafsSamples() {
    // One split at most: the leaves are the two halves, bootstrapped.
    ForestTrainer stump =
        new ForestTrainer(new Features(new int[] {0}), new ForestOptions(1, 1, 4, 2));
    double[][] x = {{0}, {0}, {0}, {0}, {1}, {1}, {1}, {1}};
    double[] y = {0, 0, 0, 0, 5, 5, 7, 7};
    Forest forest = stump.fit(x, y, 3);
    double[] mean = new double[2];
    double[] variance = new double[2];
    forest.predict(new double[][] {{0}, {1}}, mean, variance);
    assertThat(mean[0]).isZero();
    assertThat(variance[0]).isZero();
    double share = (mean[1] - 5) / 2; // of sevens in the leaf
    assertThat(share).isBetween(0.0, 1.0);
    assertThat(variance[1]).isCloseTo(4 * share * (1 - share), within(1e-12));
  }

  @Test
  void shouldFitTheSameForestOnAnyNumberOfThreads() throws Exception {
    double[][] x = points(100, 1);
    double[] y = values(x);
    double[][] test = points(50, 2);
    double[] expected = TRAINER.fit(x, y, 7).means(test);
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Future<double[]>> results = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        int seed = i % 2 == 0 ? 7 : i; // others in between must not disturb
        Callable<double[]> fit = () -> TRAINER.fit(x, y, seed).means(test);
        results.add(pool.submit(fit));
      }
      for (int i = 0; i < 40; i += 2) {
        assertThat(results.get(i).get()).containsExactly(expected);
      }
      assertThat(results.get(1).get()).isNotEqualTo(expected);
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void shouldKeepTheGoldenPrediction() {
    double[][] x = points(60, 5);
    assertThat(TRAINER.fit(x, values(x), 11).means(points(2, 6)))
        .containsExactly(0.6734250922005416, 0.995968617827008);
  }

  @Test
  void shouldLearn() {
    double[][] x = points(300, 1);
    double[][] test = points(200, 2);
    double[] y = values(test);
    double[] predicted = TRAINER.fit(x, values(x), 1).means(test);
    double consistent = 1 - RankingLoss.of(predicted, y) / RankingLoss.pairs(200);
    assertThat(consistent).isGreaterThan(0.85);
  }

  @Test
  void shouldFitTwoPointsDuplicatesAndConstants() {
    double[][] same = {{.5, 1, .5, 2}, {.5, 1, .5, 2}};
    assertThat(TRAINER.fit(same, new double[] {3, 3}, 1).means(same)).containsExactly(3, 3);
    double[][] x = points(50, 1);
    double[] constant = new double[50];
    assertThat(TRAINER.fit(x, constant, 1).means(x)).containsOnly(0);
  }

  @Test
  void shouldTryFiveSixthsOfTheColumns() {
    ForestOptions options = ForestOptions.defaults();
    assertThat(options.columnsTried(1)).isEqualTo(1);
    assertThat(options.columnsTried(2)).isEqualTo(1);
    assertThat(options.columnsTried(6)).isEqualTo(5);
    assertThat(options.columnsTried(12)).isEqualTo(10);
  }

  /** Columns: number, category of 3, number with -1 for inactive, category of 5. */
  private static double[][] points(int n, long seed) {
    CounterRandom random = CounterRandom.of(seed, "points", 0);
    double[][] x = new double[n][];
    for (int i = 0; i < n; i++) {
      double sometimes = random.nextBoolean(.3) ? -1 : random.nextDouble();
      x[i] = new double[] {random.nextDouble(), random.nextInt(3), sometimes, random.nextInt(5)};
    }
    return x;
  }

  private static double[] values(double[][] x) {
    double[] y = new double[x.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = x[i][0] + (x[i][1] == 1 ? -1 : 0) + x[i][2] * x[i][2] + (x[i][3] > 2 ? .5 : 0);
    }
    return y;
  }
}
