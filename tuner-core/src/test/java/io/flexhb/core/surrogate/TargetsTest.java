package io.flexhb.core.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TargetsTest {

  @Test
  void shouldTakeTheNormalQuantilesOfTheRanks() {
    // ranks 1, 3, 2 of 3: probabilities 1/6, 5/6, 1/2
    assertThat(Targets.QUANTILE.of(new double[] {-7, 1e300, 0}))
        .containsExactly(new double[] {-0.967421566, 0.967421566, 0}, within(1e-9));
  }

  @Test
  void shouldGiveEqualValuesTheMiddleOfTheirRanks() {
    // ranks 1 and (2+3)/2 twice: probabilities 1/6 and 4/6
    assertThat(Targets.QUANTILE.of(new double[] {5, 2, 5}))
        .containsExactly(new double[] {0.430727300, -0.967421566, 0.430727300}, within(1e-9));
  }

  @Test
  void shouldScaleToZeroMeanAndUnitDeviation() {
    assertThat(Targets.Z.of(new double[] {1, 2, 3}))
        .containsExactly(new double[] {-1.224744871, 0, 1.224744871}, within(1e-9));
  }

  @Test
  void shouldSurviveConstantAndHugeValues() {
    assertThat(Targets.Z.of(new double[] {4, 4, 4})).containsExactly(0, 0, 0);
    assertThat(Targets.Z.of(new double[] {0, 0})).containsExactly(0, 0);
    assertThat(Targets.QUANTILE.of(new double[] {4, 4, 4})).containsExactly(0, 0, 0);
    assertThat(Targets.Z.of(new double[] {-Double.MAX_VALUE, Double.MAX_VALUE}))
        .containsExactly(new double[] {-1, 1}, within(1e-12));
    assertThat(Targets.Z.of(new double[] {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1}))
        .as("rounding is no spread")
        .containsOnly(0);
    assertThat(Targets.Z.of(new double[0])).isEmpty();
    assertThat(Targets.QUANTILE.of(new double[0])).isEmpty();
  }
}
