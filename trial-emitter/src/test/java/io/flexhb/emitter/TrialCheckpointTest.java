package io.flexhb.emitter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrialCheckpointTest {

  private static final Path FOLDER = Path.of("/data/checkpoints");

  @ParameterizedTest
  @ValueSource(strings = {"3.bin", "/data/checkpoints/3.bin", "a/../3.bin"})
  void shouldGiveTheFileInTheFolder(String reference) {
    assertThat(checkpoint(reference).fileIn(FOLDER)).isEqualTo(Path.of("/data/checkpoints/3.bin"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/etc/passwd", "../other/3.bin", "/data/checkpoints/../x", "", ".", "a\0b"})
  void shouldRefuseWhateverLiesElsewhere(String reference) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> checkpoint(reference).fileIn(FOLDER))
        .withMessageContaining("is not in /data/checkpoints");
  }

  @Test
  void shouldTakeARelativeFolder() {
    assertThat(checkpoint("3.bin").fileIn(Path.of("here")))
        .isEqualTo(Path.of("here/3.bin").toAbsolutePath());
  }

  private static TrialCheckpoint checkpoint(String reference) {
    return new TrialCheckpoint("s", 3, 1, reference);
  }
}
