package io.flexhb.standalone.cli.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.standalone.cli.base.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationFileTest {

  @TempDir private Path folder;

  @Test
  void shouldReadOneConfigurationOrSeveral() throws IOException {
    List<?> one = ConfigurationFile.read(file("lr: 0.1\nunits: 16\n"));
    List<?> two = ConfigurationFile.read(file("- {lr: 1}\n- {lr: 0.5, units: 64}\n"));

    assertThat(one).isEqualTo(List.of(Map.of("lr", 0.1, "units", 16)));
    assertThat(two).isEqualTo(List.of(Map.of("lr", 1), Map.of("lr", 0.5, "units", 64)));
  }

  @Test
  void shouldSayThatThereIsNone() throws IOException {
    for (String text : List.of("", "[]", "fast")) {
      Path file = file(text);
      assertThatThrownBy(() -> ConfigurationFile.read(file))
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("there is no configuration");
    }
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("configurations.yaml"), text);
  }
}
