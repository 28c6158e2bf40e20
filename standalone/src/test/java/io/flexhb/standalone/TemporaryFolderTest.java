package io.flexhb.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFolderTest {

  @Test
  void shouldBeGoneWithAllThatIsInItWhenClosed() throws IOException {
    TemporaryFolder folder = TemporaryFolder.create("flexhb-test");
    Files.writeString(Files.createDirectories(folder.path().resolve("a/b")).resolve("c"), "d");

    folder.close();
    folder.close();

    assertThat(folder.path()).doesNotExist();
  }

  @Test
  void shouldLeaveAloneWhatLinksInItPointTo(@TempDir Path elsewhere) throws IOException {
    Path file = Files.writeString(elsewhere.resolve("file"), "of somebody else");
    TemporaryFolder folder = TemporaryFolder.create("flexhb-test");
    Files.createSymbolicLink(folder.path().resolve("folder"), elsewhere);
    Files.createSymbolicLink(folder.path().resolve("file"), file);

    folder.close();

    assertThat(folder.path()).doesNotExist();
    assertThat(file).hasContent("of somebody else");
  }
}
