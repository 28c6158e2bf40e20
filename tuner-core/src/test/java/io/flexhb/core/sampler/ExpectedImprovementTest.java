package io.flexhb.core.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.surrogate.Surrogate;
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

  @Test
  void shouldHaveACloseBound() {
    for (double deviation : new double[] {1e-7, .1, 1, 3}) {
      for (double z = -30; z < 12; z += 1 / 517.0) {
        double exact = ExpectedImprovement.log(-z * deviation, deviation * deviation, 0);
        assertThat(ExpectedImprovement.bound(-z * deviation, deviation * deviation, 0))
            .as("z=%f", z)
            .isBetween(exact, exact + .001);
      }
    }
  }

  @Test
  void shouldFindTheBestWithoutTheValuesOfTheOthers() {
    for (int seed = 0; seed < 200; seed++) {
      CounterRandom random = CounterRandom.of(seed, "points", 0);
      double[][] x = new double[1 + random.nextInt(300)][];
      double grain = random.nextBoolean(.5) ? 10 : 1e6; // coarse ones are often equal
      for (int i = 0; i < x.length; i++) {
        double far = random.nextBoolean(.1) ? 100 : 1;
        x[i] =
            new double[] {
              far * Math.round(grain * random.nextGaussian()) / grain,
              Math.round(grain * random.nextDouble()) / grain
            };
      }
      ExpectedImprovement improvement = new ExpectedImprovement(GIVEN, -1);
      for (int count : new int[] {1, 10, 100, 400}) {
        Best expected = Best.of(improvement.of(x), count);
        Best best = improvement.best(x, count);
        assertThat(best.index()).containsExactly(expected.index());
        assertThat(best.score()).containsExactly(expected.score());
      }
    }
  }

  /** Points are their own mean and variance. */
  private static final Surrogate GIVEN =
      (x, mean, variance) -> {
        for (int i = 0; i < x.length; i++) {
          mean[i] = x[i][0];
          variance[i] = x[i][1];
        }
      };
}
