package io.flexhb.emitter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrialConfigurationTest {

  private final TrialConfiguration configuration =
      new TrialConfiguration(
          Map.of(
              "lr", 0.1, "layers", 3L, "width", 64.0, "opt", "adam", "bias", true, "huge",
              1L << 40));

  @Test
  void shouldGiveEachHyperparameterInItsType() {
    assertThat(configuration.getDouble("lr")).isEqualTo(0.1);
    assertThat(configuration.getDouble("layers")).isEqualTo(3.0);
    assertThat(configuration.getInt("layers")).isEqualTo(3);
    assertThat(configuration.getInt("width")).isEqualTo(64);
    assertThat(configuration.getLong("huge")).isEqualTo(1L << 40);
    assertThat(configuration.getString("opt")).isEqualTo("adam");
    assertThat(configuration.getBoolean("bias")).isTrue();
    assertThat(configuration.asMap()).hasSize(6).isUnmodifiable();
  }

  @Test
  void shouldSayWhichHyperparametersThereAreWhenOneIsAbsent() {
    assertThat(configuration.isActive("momentum")).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> configuration.getDouble("momentum"))
        .withMessageContaining("'momentum' has no value")
        .withMessageContaining("[bias, huge, layers, lr, opt, width]")
        .withMessageContaining("isActive");
  }

  @Test
  void shouldRefuseToLoseAnything() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> configuration.getInt("lr"))
        .withMessage("hyperparameter 'lr' = 0.1 is not a whole number");
    assertThatIllegalArgumentException().isThrownBy(() -> configuration.getInt("huge"));
    assertThatIllegalArgumentException().isThrownBy(() -> configuration.getDouble("opt"));
    assertThatIllegalArgumentException().isThrownBy(() -> configuration.getString("lr"));
    assertThatIllegalArgumentException().isThrownBy(() -> configuration.getBoolean("opt"));
  }

  @Test
  void shouldGiveNullAndListsAsTheyAre() {
    TrialConfiguration granted =
        TrialConfiguration.of(
            new io.flexhb.avro.Configuration(
                Map.of("lr", 0.5), Map.of("depth", "null", "layers", "[64, [1.5, \"x\", true]]")));

    assertThat(granted.isActive("depth")).isTrue();
    assertThat(granted.isNull("depth")).isTrue();
    assertThat(granted.isNull("lr")).isFalse();
    assertThat(granted.getList("layers")).isEqualTo(List.of(64L, List.of(1.5, "x", true)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> granted.getDouble("depth"))
        .withMessage("hyperparameter 'depth' = null is not a number");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> granted.getList("lr"))
        .withMessage("hyperparameter 'lr' = 0.5 is not a list");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                TrialConfiguration.of(
                    new io.flexhb.avro.Configuration(Map.of(), Map.of("layers", "[64"))))
        .withMessageContaining("not valid JSON: [64");
  }
}
