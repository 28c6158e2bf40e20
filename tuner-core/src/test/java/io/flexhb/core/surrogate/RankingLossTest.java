package io.flexhb.core.surrogate;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.random.CounterRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RankingLossTest {

  @Test
  void shouldCountPairsInTheWrongOrderAndHalfForATie() {
    double[] y = {1, 2, 3, 4};
    assertThat(RankingLoss.of(new double[] {1, 2, 3, 4}, y)).isZero();
    assertThat(RankingLoss.of(new double[] {4, 3, 2, 1}, y)).isEqualTo(6);
    assertThat(RankingLoss.of(new double[] {1, 3, 2, 4}, y)).isEqualTo(1);
    assertThat(RankingLoss.of(new double[] {1, 1, 3, 4}, y)).isEqualTo(0.5);
    assertThat(RankingLoss.of(new double[] {7, 7, 7, 7}, y)).isEqualTo(3);
  }

  @Test
  void shouldNotChargeForEqualValues() {
    assertThat(RankingLoss.of(new double[] {1, 2}, new double[] {5, 5})).isZero();
    assertThat(RankingLoss.of(new double[] {2, 2}, new double[] {5, 5})).isZero();
    assertThat(RankingLoss.of(new double[] {0.0, -0.0}, new double[] {1, 2})).isEqualTo(0.5);
  }

  @Property(tries = 500)
  void shouldAgreeWithCountingAllPairs(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int n) {
    CounterRandom random = CounterRandom.of(seed, "loss", n);
    double[] predicted = new double[n];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      predicted[i] = random.nextInt(8); // few values, so that there are ties
      y[i] = random.nextInt(8);
    }
    double expected = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        double a = Math.signum(predicted[i] - predicted[j]);
        double b = Math.signum(y[i] - y[j]);
        expected += b == 0 ? 0 : a == 0 ? 0.5 : a == b ? 0 : 1;
      }
    }
    assertThat(RankingLoss.of(predicted, y)).isEqualTo(expected);

    int[] order = Ranks.ascending(new double[n]);
    random.shuffle(order);
    double[] shuffledPredicted = new double[n];
    double[] shuffledY = new double[n];
    for (int i = 0; i < n; i++) {
      shuffledPredicted[i] = predicted[order[i]];
      shuffledY[i] = y[order[i]];
    }
    assertThat(RankingLoss.of(shuffledPredicted, shuffledY)).isEqualTo(expected);
  }
}
