package io.flexhb.core.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FusedSurrogateTest {
  private static final List<Surrogate> TWO = List.of(constant(1, .04), constant(3, .01));

  @Test
  void shouldSumMeansAndVariancesByWeight() {
    double[] mean = new double[1];
    double[] variance = new double[1];
    new FusedSurrogate(TWO, new double[] {.25, .75}, EnsembleOptions.Fusion.WEIGHTED_SUM)
        .predict(new double[1][], mean, variance);
    assertThat(mean[0]).isCloseTo(2.5, within(1e-12));
    assertThat(variance[0]).isCloseTo(.0175, within(1e-12));
  }

  @Test
  void shouldMultiplyExpertsByHand() {
    // precision .25/.04 + .75/.01 = 81.25; mean (6.25 * 1 + 75 * 3) / 81.25
    double[] mean = new double[1];
    double[] variance = new double[1];
    new FusedSurrogate(TWO, new double[] {.25, .75}, EnsembleOptions.Fusion.GPOE)
        .predict(new double[1][], mean, variance);
    assertThat(mean[0]).isCloseTo(231.25 / 81.25, within(1e-12));
    assertThat(variance[0]).isCloseTo(1 / 81.25, within(1e-12));
  }

  @Test
  void shouldNotTrustAnExpertWithoutDoubtAlone() {
    double[] mean = new double[1];
    double[] variance = new double[1];
    new FusedSurrogate(
            List.of(constant(0, 0), constant(1, .01)),
            new double[] {.5, .5},
            EnsembleOptions.Fusion.GPOE)
        .predict(new double[1][], mean, variance);
    assertThat(mean[0]).isCloseTo(.5, within(1e-12));
    assertThat(variance[0]).isCloseTo(.01, within(1e-12));
  }

  private static Surrogate constant(double m, double v) {
    return (x, mean, variance) -> {
      Arrays.fill(mean, m);
      Arrays.fill(variance, v);
    };
  }
}
