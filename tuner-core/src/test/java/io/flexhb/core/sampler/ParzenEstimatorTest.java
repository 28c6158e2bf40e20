package io.flexhb.core.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flexhb.core.random.CounterRandom;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class ParzenEstimatorTest {

  @Test
  void shouldFollowTheNormalReferenceRule() {
    // deviation .2, 2 points, 1 dimension: 1.06 * .2 * 2^(-1/5)
    ParzenEstimator kde = new ParzenEstimator(new double[][] {{.3}, {.7}}, new int[] {0});
    double h = 1.06 * .2 * Math.pow(2, -.2);
    assertThat(kde.bandwidth(0)).isCloseTo(h, within(1e-12));
    double expected =
        (new NormalDistribution(.3, h).density(.4) + new NormalDistribution(.7, h).density(.4)) / 2;
    assertThat(Math.exp(kde.logDensity(new double[] {.4}))).isCloseTo(expected, within(1e-12));
  }

  @Test
  void shouldMultiplyKernelsOfNumbersAndCategories() {
    double[][] data = {{.5, 0}, {.5, 1}, {.5, 1}, {.5, 1}};
    ParzenEstimator kde = new ParzenEstimator(data, new int[] {0, 3});
    assertThat(kde.bandwidth(0)).as("no spread").isEqualTo(1e-3);
    double h = 1.06 * Math.sqrt(3.0 / 16) * Math.pow(4, -1.0 / 6);
    assertThat(kde.bandwidth(1)).isCloseTo(h, within(1e-12));
    double number = new NormalDistribution(.5, 1e-3).density(.5);
    double category = (h / 2 + 3 * (1 - h)) / 4;
    assertThat(Math.exp(kde.logDensity(new double[] {.5, 1})))
        .isCloseTo(number * category, within(1e-9));
  }

  @Test
  void shouldStillRankFarFromAllData() {
    ParzenEstimator kde = new ParzenEstimator(new double[][] {{.1}, {.1}}, new int[] {0});
    assertThat(kde.logDensity(new double[] {.8}))
        .isFinite()
        .isGreaterThan(kde.logDensity(new double[] {.9}));
  }

  @Test
  void shouldSampleWithinTheCubeNearTheData() {
    double[][] data = {{.02, 2}, {.05, 2}, {.03, 2}};
    ParzenEstimator kde = new ParzenEstimator(data, new int[] {0, 4});
    CounterRandom random = CounterRandom.of(1, "kde", 0);
    double sum = 0;
    for (int i = 0; i < 2000; i++) {
      double[] x = kde.sample(random, 3);
      assertThat(x[0]).isBetween(0.0, Math.nextDown(1.0));
      assertThat(x[1]).isIn(0.0, 1.0, 2.0, 3.0);
      sum += x[0];
    }
    assertThat(sum / 2000).isBetween(.02, .08);
  }
}
