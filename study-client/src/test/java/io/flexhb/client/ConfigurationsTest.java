package io.flexhb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.core.space.DoubleParameter;
import io.flexhb.core.space.IntParameter;
import io.flexhb.core.space.SearchSpace;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigurationsTest {
  private static final SearchSpace SPACE =
      SearchSpace.of(
              List.of(DoubleParameter.log("lr", 1e-4, 1), IntParameter.linear("units", 8, 64)))
          .orElseThrow();

  @Test
  void shouldGiveEachValueTheTypeOfItsParameter() {
    assertThat(Configurations.of(List.of(Map.of("lr", 1, "units", 16)), SPACE))
        .singleElement()
        .satisfies(c -> assertThat(c.values()).isEqualTo(Map.of("lr", 1.0, "units", 16L)));
  }

  @Test
  void shouldSayOfEachConfigurationWhatIsWrong() {
    List<Object> given =
        List.of(Map.of("lr", 0.1, "units", 16), Map.of("lr", 7, "untis", 16), "fast");

    assertThatThrownBy(() -> Configurations.of(given, SPACE))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("nothing was sent")
        .hasMessageContaining("configuration 2: lr: must be")
        .hasMessageContaining("configuration 2: untis")
        .hasMessageContaining("configuration 3: must be 'name: value' pairs, was fast")
        .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("configuration 1"));
  }

  @Test
  void shouldTakeAPartOfAConfiguration() {
    assertThat(Configurations.of(List.of(Map.of("lr", 0.1)), SPACE))
        .singleElement()
        .satisfies(c -> assertThat(c.values()).containsOnlyKeys("lr"));
  }
}
