package io.flexhb.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class TemporaryFolderTest {

  @Test
  void shouldBeGoneWithAllThatIsInItWhenClosed() throws IOException {
    TemporaryFolder folder = TemporaryFolder.create("flexhb-test");
    Files.writeString(Files.createDirectories(folder.path().resolve("a/b")).resolve("c"), "d");

    folder.close();
    folder.close();

    assertThat(folder.path()).doesNotExist();
  }
}
