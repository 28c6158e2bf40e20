package io.flexhb.core.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class NormalTest {
  private static final NormalDistribution ORACLE = new NormalDistribution(0, 1);

  @Test
  void shouldAgreeWithCommonsMathOnTheDistribution() {
    for (double z = -8; z <= 8; z += 0.0625) {
      double expected = ORACLE.cumulativeProbability(z);
      assertThat(Normal.cumulative(z)).as("z=%f", z).isCloseTo(expected, within(1e-11 * expected));
      assertThat(Normal.density(z)).isCloseTo(ORACLE.density(z), within(1e-15));
    }
  }

  @Test
  void shouldInvertTheDistribution() {
    for (double p = 0.0005; p < 1; p += 0.0005) {
      double z = Normal.quantile(p);
      assertThat(z).isCloseTo(ORACLE.inverseCumulativeProbability(p), within(1e-8));
      assertThat(Normal.cumulative(z)).isCloseTo(p, within(1e-14));
    }
    assertThat(Normal.cumulative(Normal.quantile(1e-12))).isCloseTo(1e-12, within(1e-23));
    assertThat(Normal.quantile(0.5)).isZero();
  }

  @Test
  void shouldGiveTheLogarithmOfTheImprovementWhereItCanBeComputedDirectly() {
    for (double z = -7; z <= 8; z += 0.125) {
      double direct = ORACLE.density(z) + z * ORACLE.cumulativeProbability(z);
      // The direct formula cancels: about z^4 ulps.
      assertThat(Normal.logImprovement(z))
          .as("z=%f", z)
          .isCloseTo(Math.log(direct), within(1e-10 * Math.max(1, Math.pow(z, 2))));
    }
  }

  @Test
  void shouldStillRankWhereTheImprovementUnderflows() {
    double last = Double.NEGATIVE_INFINITY;
    for (double z = -1e5; z < -1; z *= 0.98) {
      double value = Normal.logImprovement(z);
      assertThat(value).as("z=%f", z).isFinite().isGreaterThan(last);
      last = value;
    }
    double seam = Normal.logImprovement(-25) - Normal.logImprovement(Math.nextUp(-25.0));
    assertThat(seam).isCloseTo(0, within(1e-6));
    assertThat(Normal.logImprovement(-1e8)).isFinite();
  }
}
