package io.flexhb.core.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.random.CounterRandom;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DescendingOrderTest {

  @Test
  void shouldGiveTheOrderOfAStableSort() {
    for (int n = 0; n < 200; n++) {
      double[] score = scores(n);
      int[] sorted =
          IntStream.range(0, n)
              .boxed()
              .sorted(Comparator.comparing((Integer i) -> score[i]).reversed())
              .mapToInt(i -> i)
              .toArray();
      DescendingOrder descending = new DescendingOrder(score);
      for (int i : sorted) {
        assertThat(descending.nextInt()).isEqualTo(i);
      }
      assertThat(descending.hasNext()).isFalse();
    }
  }

  @Test
  void shouldTakeTheBest() {
    Best best = Best.of(new double[] {1, 3, 2, 3}, 3);
    assertThat(best.index()).containsExactly(1, 3, 2);
    assertThat(best.score()).containsExactly(3, 3, 2);
    assertThat(Best.of(new double[] {1, 2}, 3).index()).containsExactly(1, 0);
  }

  /** With equal ones, both zeros, infinities and NaN. */
  private static double[] scores(int n) {
    CounterRandom random = CounterRandom.of(n, "scores", 0);
    double[] special = {0.0, -0.0, Double.NaN, Double.NEGATIVE_INFINITY, 1};
    return IntStream.range(0, n)
        .mapToDouble(i -> random.nextBoolean(.3) ? special[random.nextInt(5)] : random.nextDouble())
        .toArray();
  }
}
