package io.flexhb.core.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flexhb.core.random.CounterRandom;
import org.junit.jupiter.api.Test;

class ExpectedImprovementTest {

  @Test
  void shouldBeTheMeanOfTheImprovement() {
    CounterRandom random = CounterRandom.of(3, "ei", 0);
    double sum = 0;
    for (int i = 0; i < 200_000; i++) {
      sum += Math.max(0, 1 - (1.5 + .8 * random.nextGaussian()));
    }
    assertThat(Math.exp(ExpectedImprovement.log(1.5, .64, 1)))
        .isCloseTo(sum / 200_000, within(.003));
  }

  @Test
  void shouldBeTheGainItselfWithoutDoubt() {
    assertThat(ExpectedImprovement.log(1, 0, 3)).isCloseTo(Math.log(2), within(1e-6));
  }

  @Test
  void shouldStillPreferTheBetterOfTwoHopelessPoints() {
    assertThat(ExpectedImprovement.log(100, 0, 0)).isFinite();
    assertThat(ExpectedImprovement.log(100, .01, 0))
        .isGreaterThan(ExpectedImprovement.log(101, .01, 0));
  }
}
