package io.flexhb.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerConfigTest {

  private static final BrokerConfig CONFIG = BrokerConfig.in(Path.of("broker"));

  @ParameterizedTest
  @ValueSource(ints = {-1, 65_536})
  void shouldRefuseAPortThatCannotBe(int port) {
    assertThatThrownBy(() -> CONFIG.withPort(port))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is " + port);
  }

  @ParameterizedTest
  @ValueSource(strings = {"listeners", "log.dirs", "process.roles"})
  void shouldRefuseToOverrideWhatMakesTheBrokerWhatItIs(String key) {
    assertThatThrownBy(() -> CONFIG.withOverride(key, "other"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + key + "' cannot be overridden");
  }

  @Test
  void shouldLetOverridesWin() {
    Map<String, Object> settings =
        ServerSettings.of(
            Path.of("broker"),
            1,
            2,
            CONFIG.withOverride("num.io.threads", "9").withOverride("x.y", "z").overrides());

    assertThat(settings)
        .containsEntry("num.io.threads", "9")
        .containsEntry("x.y", "z")
        .containsEntry("auto.create.topics.enable", "false");
  }
}
