package io.flexhb.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.core.space.DoubleParameter;
import io.flexhb.core.space.IntParameter;
import io.flexhb.core.space.SearchSpace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationFileTest {
  private static final SearchSpace SPACE =
      SearchSpace.of(
              List.of(DoubleParameter.log("lr", 1e-4, 1), IntParameter.linear("units", 8, 64)))
          .orElseThrow();

  @TempDir private Path folder;

  @Test
  void shouldReadOneConfigurationOrSeveral() throws IOException {
    assertThat(ConfigurationFile.read(file("lr: 0.1\nunits: 16\n"), SPACE))
        .singleElement()
        .satisfies(c -> assertThat(c.values()).isEqualTo(Map.of("lr", 0.1, "units", 16L)));
    assertThat(ConfigurationFile.read(file("- {lr: 1, units: 8}\n- {lr: 0.5, units: 64}\n"), SPACE))
        .extracting(c -> c.values().get("lr"))
        .containsExactly(1.0, 0.5);
  }

  @Test
  void shouldSayOfEachConfigurationWhatIsWrong() throws IOException {
    Path file = file("- {lr: 0.1, units: 16}\n- {lr: 7, untis: 16}\n- fast\n");

    assertThatThrownBy(() -> ConfigurationFile.read(file, SPACE))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("nothing was sent")
        .hasMessageContaining("configuration 2: lr: must be")
        .hasMessageContaining("configuration 2: untis")
        .hasMessageContaining("configuration 3: must be 'name: value' pairs, was fast")
        .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("configuration 1"));
  }

  @Test
  void shouldTakeAPartOfAConfiguration() throws IOException {
    assertThat(ConfigurationFile.read(file("- {lr: 0.1}\n"), SPACE))
        .singleElement()
        .satisfies(c -> assertThat(c.values()).containsOnlyKeys("lr"));
  }

  @Test
  void shouldSayThatThereIsNone() throws IOException {
    for (String text : List.of("", "[]", "fast")) {
      Path file = file(text);
      assertThatThrownBy(() -> ConfigurationFile.read(file, SPACE))
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("there is no configuration");
    }
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("configurations.yaml"), text);
  }
}
