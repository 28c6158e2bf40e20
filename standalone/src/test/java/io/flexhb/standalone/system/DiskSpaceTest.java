package io.flexhb.standalone.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class DiskSpaceTest {

  @TempDir private Path folder;

  @Test
  void shouldTellHowMuchRoomThereIsAndHowMuchIsNeeded() {
    Optional<String> problem = DiskSpace.problem(folder.resolve("to/be/made"), 1L << 60);

    assertThat(problem)
        .hasValueSatisfying(
            told ->
                assertThat(told)
                    .matches(
                        "\\Q" + folder + "\\E has room for \\d+ MB, 1099511627776 MB are needed"));
  }

  @Test
  void shouldHaveNothingToTellWhenThereIsRoom() {
    assertThat(DiskSpace.problem(folder, 1)).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldKnowAFullDiskByItsFailure() {
    assertThat(DiskSpace.isExhausted(new UncheckedIOException(failureOfAFullDisk()))).isTrue();
    assertThat(DiskSpace.isExhausted(new IOException("Permission denied"))).isFalse();
    assertThat(DiskSpace.isExhausted(new IOException((String) null))).isFalse();
  }

  private static IOException failureOfAFullDisk() {
    try (OutputStream full = new FileOutputStream("/dev/full")) {
      full.write(1);
    } catch (IOException failure) {
      return failure;
    }
    throw new AssertionError("/dev/full has room");
  }
}
