package io.flexhb.core.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.surrogate.Surrogate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalPenaltyTest {
  /** A plane that rises by (3, 4), so by 5 in its steepest direction; deviation .5. */
  private static final Surrogate PLANE =
      (x, mean, variance) -> {
        for (int i = 0; i < x.length; i++) {
          mean[i] = 3 * x[i][0] + 4 * x[i][1];
          variance[i] = .25;
        }
      };

  @Test
  void shouldEstimateHowSteepTheMeanIs() {
    assertThat(penalty(PLANE, 0, new double[] {.5, .5}).lipschitz()).isCloseTo(5, within(1e-9));
  }

  @Test
  void shouldNotLetAFlatModelReachEverywhere() {
    Surrogate flat = (x, mean, variance) -> Arrays.fill(variance, 1);
    assertThat(penalty(flat, 0, new double[] {.5, .5}).lipschitz()).isEqualTo(1e-3);
  }

  @Test
  void shouldBeOneHalfAtTheEdgeOfTheBall() {
    // At (.5, .5) the mean is 3.5; with incumbent 1.5 the ball's radius is 2 / 5 = .4.
    LocalPenalty penalty = penalty(PLANE, 1.5, new double[] {.5, .5});
    assertThat(Math.exp(penalty.log(new double[] {.9, .5}))).isCloseTo(.5, within(1e-9));
    // Centre: (0 - 2) / .5 = -4 deviations; far corner of the axis: (5 * .5 - 2) / .5 = 1.
    assertThat(Math.exp(penalty.log(new double[] {.5, .5}))).isCloseTo(3.167e-5, within(1e-8));
    assertThat(Math.exp(penalty.log(new double[] {1, .5}))).isCloseTo(.8413447, within(1e-6));
  }

  @Test
  void shouldMultiplyOverRunningTrialsAndBeOneWithout() {
    LocalPenalty two = penalty(PLANE, 1.5, new double[] {.5, .5}, new double[] {.5, .5});
    assertThat(Math.exp(two.log(new double[] {.9, .5}))).isCloseTo(.25, within(1e-9));
    assertThat(penalty(PLANE, 1.5).log(new double[] {.9, .5})).isZero();
  }

  private static LocalPenalty penalty(Surrogate model, double incumbent, double[]... running) {
    return LocalPenalty.of(
        model, incumbent, List.of(running), new boolean[2], CounterRandom.of(1, "l", 0));
  }
}
