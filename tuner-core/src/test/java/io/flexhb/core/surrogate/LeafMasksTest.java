package io.flexhb.core.surrogate;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.random.CounterRandom;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeafMasksTest {
  private static final Features MIXED = new Features(new int[] {0, 3, 0, 5, 0});

  @Test
  void shouldFindWhatWalkingFinds() {
    for (int n : new int[] {1, 2, 5, 30, 120, 200, 500}) {
      for (int trees : new int[] {1, 3, 4, 10}) {
        if (n * trees > 2000) {
          continue; // no masks
        }
        FlatTrees flat = fit(n, trees);
        LeafMasks masks = LeafMasks.of(flat).orElseThrow();
        double[][] x = points(200, n + trees);
        assertSameSums(masks, flat, x);
        for (int i = 0; i < 10; i++) {
          assertSameSums(masks, flat, around(x[i]));
        }
        assertSameSums(masks, flat, new double[0][]);
      }
    }
  }

  @Test
  void shouldNotBeMadeWhereWalkingIsAsFast() {
    Optional<LeafMasks> none = LeafMasks.of(fit(3000, 10));
    assertThat(none).isEmpty();
  }

  private static FlatTrees fit(int n, int trees) {
    double[][] x = points(n, 7);
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      y[i] = x[i][0] + (x[i][1] == 1 ? -1 : 0) + x[i][2] * x[i][4] + (x[i][3] > 2 ? .5 : 0);
    }
    ForestOptions options = new ForestOptions(trees, 5.0 / 6, 3, 20);
    return FlatTrees.of(new ForestTrainer(MIXED, options).trees(x, y, n));
  }

  private static void assertSameSums(LeafMasks masks, FlatTrees flat, double[][] x) {
    double[][] walked = new double[3][x.length];
    flat.sums(x, walked[0], walked[1], walked[2]);
    double[][] masked = new double[3][x.length];
    masks.sums(x, masked[0], masked[1], masked[2]);
    assertThat(masked).isDeepEqualTo(walked);
  }

  /** A point, itself again, and points that differ from it in one or two columns. */
  private static double[][] around(double[] centre) {
    double[][] others = points(60, 3);
    double[][] x = new double[62][];
    x[0] = centre;
    x[1] = centre.clone();
    for (int i = 0; i < 60; i++) {
      x[i + 2] = centre.clone();
      x[i + 2][i % 5] = others[i][i % 5];
      x[i + 2][i / 12] = others[i][i / 12];
    }
    return x;
  }

  /** Columns: number, category of 3, number with -1 for inactive, category of 5, unit grid. */
  private static double[][] points(int n, long seed) {
    CounterRandom random = CounterRandom.of(seed, "points", 0);
    double[][] x = new double[n][];
    for (int i = 0; i < n; i++) {
      double sometimes = random.nextBoolean(.3) ? -1 : random.nextDouble();
      double grid = random.nextInt(9) / 8.0;
      x[i] =
          new double[] {random.nextDouble(), random.nextInt(3), sometimes, random.nextInt(5), grid};
    }
    return x;
  }
}
