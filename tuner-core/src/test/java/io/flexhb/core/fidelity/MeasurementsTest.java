package io.flexhb.core.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.DoubleParameter;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.space.SearchSpace;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MeasurementsTest {
  private static final Encoder ENCODER =
      new Encoder(SearchSpace.of(List.of(DoubleParameter.linear("x", 0, 10))).orElseThrow());

  @Test
  void shouldSortByTrialWhateverTheOrderOfArrival() {
    Measurements one = builder().value(1, 7, x(1), .5).value(1, 2, x(3), .4).build();
    Measurements two = builder().value(1, 2, x(3), .4).value(1, 7, x(1), .5).build();
    LevelData level = one.levels().get(0);
    assertThat(level.trials()).containsExactly(2, 7);
    assertThat(level.y()).containsExactly(.4, .5);
    assertThat(level.x()).isDeepEqualTo(new double[][] {{.3}, {.1}});
    assertThat(level.version()).isEqualTo(two.levels().get(0).version());
  }

  @Test
  void shouldChangeTheVersionOfTheLevelThatChangedOnly() {
    Measurements before = builder().value(1, 1, x(1), .5).value(3, 1, x(1), .4).build();
    Measurements after =
        builder().value(1, 1, x(1), .5).value(3, 1, x(1), .4).failed(3, 2, x(2)).build();
    assertThat(after.levels().get(0).version()).isEqualTo(before.levels().get(0).version());
    assertThat(after.levels().get(1).version()).isNotEqualTo(before.levels().get(1).version());
  }

  @Test
  void shouldKeepTheFirstValueOfATrialAtALevel() {
    Measurements data = builder().value(1, 1, x(1), .5).value(1, 1, x(1), .1).build();
    assertThat(data.levels().get(0).y()).containsExactly(.5);
  }

  @Test
  void shouldCountAValueThatIsNotFiniteAsFailed() {
    LevelData level =
        builder()
            .value(9, 1, x(1), Double.NaN)
            .value(9, 2, x(2), Double.POSITIVE_INFINITY)
            .value(9, 3, x(3), 1)
            .build()
            .fullFidelity();
    assertThat(level.y()).containsExactly(1);
    assertThat(level.failedX()).isDeepEqualTo(new double[][] {{.1}, {.2}});
    assertThat(level.indexOf(3)).isZero();
    assertThat(level.indexOf(1)).isNegative();
  }

  @Test
  void shouldKnowRunningAndExistingConfigurations() {
    Measurements data =
        builder().running(5, x(5)).running(4, x(4)).existing(Set.of(x(4).canonical())).build();
    assertThat(data.running()).containsExactly(new double[] {.4}, new double[] {.5});
    assertThat(data.exists(x(4).canonical())).isTrue();
    assertThat(data.exists(x(5).canonical())).isFalse();
  }

  @Test
  void shouldRefuseAValueBetweenLevels() {
    assertThatThrownBy(() -> builder().value(2, 1, x(1), .5))
        .hasMessageContaining("2 is not a fidelity level");
  }

  private static Measurements.Builder builder() {
    return Measurements.builder(ENCODER, List.of(1L, 3L, 9L));
  }

  private static Configuration x(double value) {
    return Configuration.of(Map.of("x", value));
  }
}
