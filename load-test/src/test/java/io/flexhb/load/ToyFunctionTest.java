package io.flexhb.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ToyFunctionTest {

  private static final ToyFunction EXACT = new ToyFunction(0, 0);

  @Test
  void shouldFollowTheFormulaWithoutNoise() {
    // b(1) = 32.935 - 20.02 / (1 + (1/2.569)^1.171) = 32.935 - 20.02 / 1.331185 = 17.8957
    assertThat(EXACT.value(0, 0, 0, 1)).isEqualTo(-17.8957, within(1e-3));
    // q = 135/135 = 1
    assertThat(EXACT.value(-10, 20, 10, 1)).isEqualTo(-27.8957, within(1e-3));
    // q = (25 + 4 + 5) / 135
    assertThat(EXACT.mean(5, 8, 5, 1) - EXACT.mean(0, 0, 0, 1))
        .isEqualTo(-10 * 34.0 / 135, within(1e-9));
  }

  @Test
  void shouldFallWithTraining() {
    double[] curve =
        LongStream.rangeClosed(1, 81).mapToDouble(epoch -> EXACT.value(1, 2, 3, epoch)).toArray();
    for (int i = 1; i < curve.length; i++) {
      assertThat(curve[i]).isLessThan(curve[i - 1]);
    }
    assertThat(EXACT.value(0, 0, 0, 1_000_000_000)).isEqualTo(-32.935, within(1e-4));
  }

  @Test
  void shouldAlwaysGiveTheSameForTheSame() {
    ToyFunction function = new ToyFunction(0.5, 42);

    assertThat(function.value(1, 2, 3, 4)).isEqualTo(new ToyFunction(0.5, 42).value(1, 2, 3, 4));
    assertThat(function.value(1, 2, 3, 4)).isNotEqualTo(new ToyFunction(0.5, 43).value(1, 2, 3, 4));
    assertThat(function.value(1, 2, 3, 4) - EXACT.value(1, 2, 3, 4))
        .isNotEqualTo(function.value(1, 2, 3.5, 4) - EXACT.value(1, 2, 3.5, 4));
  }

  @Test
  void shouldHaveNormalNoiseThatShrinksWithTraining() {
    assertMoments(1, 2.0);
    assertMoments(16, 0.5);
  }

  @Test
  void shouldRefuseNoiseThatIsNoNumber() {
    assertThatIllegalArgumentException().isThrownBy(() -> new ToyFunction(Double.NaN, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new ToyFunction(-1, 0));
  }

  /** Mean, deviation and fourth moment over 100 000 seeds, each within five standard errors. */
  private static void assertMoments(long epoch, double sigma) {
    int n = 100_000;
    double mean = EXACT.mean(1, 2, 3, epoch);
    double[] noise =
        LongStream.range(0, n)
            .mapToDouble(seed -> (new ToyFunction(0.2, seed).value(1, 2, 3, epoch) - mean) / sigma)
            .toArray();
    assertThat(DoubleStream.of(noise).average().orElseThrow())
        .isEqualTo(0, within(5 / Math.sqrt(n)));
    assertThat(DoubleStream.of(noise).map(e -> e * e).average().orElseThrow())
        .isEqualTo(1, within(5 * Math.sqrt(2.0 / n)));
    assertThat(DoubleStream.of(noise).map(e -> e * e * e * e).average().orElseThrow())
        .isEqualTo(3, within(5 * Math.sqrt(96.0 / n)));
  }
}
