package io.flexhb.standalone.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.standalone.it.ChildJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFolderTest {

  /** Makes a folder, fills it, says which, and waits to be killed. */
  static final class Child {
    public static void main(String[] args) throws IOException {
      Path folder = TemporaryFolder.create(args[0]).path();
      Files.writeString(Files.createDirectories(folder.resolve("a")).resolve("b"), "c");
      System.out.println(folder);
      System.in.read();
    }
  }

  @Test
  void shouldBeGoneWithAllThatIsInItWhenClosed() throws IOException {
    TemporaryFolder folder = TemporaryFolder.create("flexhb-test");
    Files.writeString(Files.createDirectories(folder.path().resolve("a/b")).resolve("c"), "d");

    folder.close();
    folder.close();

    assertThat(folder.path()).doesNotExist();
    assertThat(lockFile(folder.path())).doesNotExist();
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

  @Test
  void shouldDeleteWhatAKilledProcessLeftAndNothingThatIsUsed(@TempDir Path temporary)
      throws Exception {
    Process killed = child(temporary, "flexhb-demo");
    Path left = folderOf(killed);
    Path ofAnother = Files.createDirectory(temporary.resolve("flexhb-demo-without-a-lock"));
    Process running = child(temporary, "flexhb-demo");
    Path used = folderOf(running);
    try {
      assertThat(left).as("of a process that runs").isNotEmptyDirectory();
      killed.destroyForcibly().waitFor();
      assertThat(left).as("of a process that was killed").isNotEmptyDirectory();

      end(child(temporary, "flexhb-other"));
      assertThat(left).as("found by one with another prefix").isNotEmptyDirectory();
      end(child(temporary, "flexhb-demo"));

      assertThat(left).doesNotExist();
      assertThat(lockFile(left)).doesNotExist();
      assertThat(used.resolve("a/b")).hasContent("c");
      assertThat(ofAnother).isDirectory();
    } finally {
      running.destroyForcibly();
      killed.destroyForcibly();
    }
  }

  @Test
  void shouldKeepTheFoldersOfItsOwnProcess() {
    try (TemporaryFolder first = TemporaryFolder.create("flexhb-test")) {
      TemporaryFolder.create("flexhb-test").close();

      assertThat(first.path()).isDirectory();
    }
  }

  private static Path lockFile(Path folder) {
    return folder.resolveSibling(folder.getFileName() + ".lock");
  }

  private static Process child(Path temporary, String prefix) throws IOException {
    return new ProcessBuilder(
            ChildJvm.command(
                List.of("-Djava.io.tmpdir=" + temporary), Child.class, List.of(prefix)))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static Path folderOf(Process child) throws IOException {
    String line = child.inputReader(StandardCharsets.UTF_8).readLine();
    assertThat(line).as("the folder that the child says it made").isNotNull();
    return Path.of(line);
  }

  /** Returns when it has made its folder and ended, without deleting it. */
  private static void end(Process child) throws Exception {
    folderOf(child);
    child.getOutputStream().close();
    child.waitFor();
  }
}
