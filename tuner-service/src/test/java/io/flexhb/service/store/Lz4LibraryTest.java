package io.flexhb.service.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Lz4LibraryTest {

  @TempDir private Path folder;

  /** Loads the library, prints what lz4 uses, and ends as if it was killed. */
  static final class Killed {
    public static void main(String[] args) throws ReflectiveOperationException {
      Lz4Library.load(Path.of(args[0]));
      Lz4Library.load(Path.of(args[0], "another"));
      Class<?> factory = Class.forName("net.jpountz.lz4.LZ4Factory");
      System.out.println(factory.getMethod("fastestInstance").invoke(null));
      System.out.flush();
      Runtime.getRuntime().halt(137);
    }
  }

  @Test
  void shouldLeaveNothingInTheTemporaryFolderWhenKilled() throws Exception {
    Path state = folder.resolve("state");
    assertThat(killed(state)).contains("LZ4Factory:JNI");
    assertThat(killed(state)).as("a second start").contains("LZ4Factory:JNI");

    assertThat(temporary()).isEmptyDirectory();
    assertThat(state.resolve("another")).doesNotExist();
    try (var files = Files.list(state.resolve("lz4"))) {
      assertThat(files).as("replaced by the second start").hasSize(1);
    }
  }

  /** A file in place of the folder prevents the unpacking. */
  @Test
  void shouldLeaveItToTheLibraryWhenItCannotBeUnpacked() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "in the way");

    assertThat(killed(file)).contains("LZ4Factory:");
  }

  private Path temporary() throws IOException {
    return Files.createDirectories(folder.resolve("tmp"));
  }

  private String killed(Path state) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-Djava.io.tmpdir=" + temporary(),
                    "-XX:-UsePerfData",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Killed.class.getName(),
                    state.toString()))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isEqualTo(137);
    return output;
  }
}
