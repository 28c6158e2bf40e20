package io.flexhb.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.flexhb.core.random.CounterRandom;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class KendallTauTest {

  @Test
  void shouldGiveThePapersExample() {
    double[] low = {.50, .40, .30, .20};
    double[] high = {.45, .41, .20, .25};
    assertThat(KendallTau.tauA(low, high)).isCloseTo(4.0 / 6, within(1e-15));
  }

  @Test
  void shouldBeZeroWithoutAPair() {
    assertThat(KendallTau.tauA(new double[0], new double[0])).isZero();
    assertThat(KendallTau.tauA(new double[] {1}, new double[] {2})).isZero();
  }

  @Test
  void shouldCountTiesInTheDenominatorOnly() {
    assertThat(KendallTau.tauA(new double[] {1, 1, 2}, new double[] {1, 2, 3}))
        .isCloseTo(2.0 / 3, within(1e-15));
    assertThat(KendallTau.tauA(new double[] {1, 1}, new double[] {1, 2})).isZero();
  }

  @Test
  void shouldTakeTheTwoZerosForATie() {
    assertThat(KendallTau.tauA(new double[] {-0.0, 0.0}, new double[] {2, 1})).isZero();
    assertThat(KendallTau.tauA(new double[] {1, 2}, new double[] {0.0, -0.0})).isZero();
  }

  @Test
  void shouldNotOverflowWithManyPairs() {
    double[] x = new double[100_000];
    for (int i = 0; i < x.length; i++) {
      x[i] = i;
    }
    assertThat(KendallTau.tauA(x, x)).isEqualTo(1);
  }

  @Test
  void shouldRefuseSamplesOfDifferentLength() {
    assertThatThrownBy(() -> KendallTau.tauA(new double[2], new double[3]))
        .hasMessageContaining("2 and 3");
  }

  @Property(tries = 500)
  void shouldEqualTheCountOfAllPairs(@ForAll("pairs") List<List<Integer>> pairs) {
    double[] x = pairs.stream().mapToDouble(p -> p.get(0)).toArray();
    double[] y = pairs.stream().mapToDouble(p -> p.get(1)).toArray();
    assertThat(KendallTau.tauA(x, y)).isCloseTo(byCounting(x, y), within(1e-12));
  }

  /** Of any sign and size, more than one word of places. */
  @Property(tries = 50)
  void shouldEqualTheCountOfAllPairsOfManyNumbers(
      @ForAll @Size(min = 100, max = 300) List<@DoubleRange(min = -1e300, max = 1e300) Double> x,
      @ForAll long seed) {
    double[] low = x.stream().mapToDouble(v -> v).toArray();
    double[] high = low.clone();
    CounterRandom noise = CounterRandom.of(seed, "noise", 0);
    Arrays.setAll(high, i -> low[i] * 1e-290 * noise.nextDouble());
    assertThat(KendallTau.tauA(low, high)).isEqualTo(byCounting(low, high));
  }

  private static double byCounting(double[] x, double[] y) {
    long score = 0;
    long pairs = 0;
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < i; j++) {
        score += (long) (Math.signum(x[i] - x[j]) * Math.signum(y[i] - y[j]));
        pairs++;
      }
    }
    return pairs == 0 ? 0 : (double) score / pairs;
  }

  /** Few distinct values, so that there are ties of all kinds. */
  @Provide
  Arbitrary<List<List<Integer>>> pairs() {
    return Arbitraries.integers().between(-4, 4).list().ofSize(2).list().ofMaxSize(40);
  }
}
