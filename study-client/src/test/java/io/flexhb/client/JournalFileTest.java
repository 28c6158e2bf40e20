package io.flexhb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class JournalFileTest {

  @TempDir private Path folder;

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldKeepWhatWasThereWhenTheDiskIsFull() throws IOException {
    Path file = Files.writeString(folder.resolve("journal.avro"), "an older journal");
    // Every write to it fails for lack of space.
    Files.createSymbolicLink(folder.resolve("journal.avro.part"), Path.of("/dev/full"));

    assertThatThrownBy(() -> JournalFile.write(file, List.of()))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("cannot write " + file + " (No space left on device); make room");

    assertThat(file).hasContent("an older journal");
    assertThat(folder).isDirectoryNotContaining("glob:**.part");
  }
}
