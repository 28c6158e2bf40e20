package io.flexhb.emitter.agent.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolFolderTest {

  @TempDir private Path folder;

  @Test
  void shouldGiveBackInOrder() throws Exception {
    try (SpoolFolder spool = new SpoolFolder(folder)) {
      add(spool, "a", "", "c");

      assertThat(readAll(spool)).containsExactly("a", "", "c");
      add(spool, "d");
      assertThat(readAll(spool)).containsExactly("d");
    }
  }

  @Test
  void shouldReadAgainWhatWasNotForgotten() throws Exception {
    try (SpoolFolder spool = new SpoolFolder(folder)) {
      add(spool, "a", "b");
      spool.next(1);
    }
    try (SpoolFolder spool = new SpoolFolder(folder)) {
      add(spool, "c");

      assertThat(readAll(spool)).containsExactly("a", "b", "c");
    }
  }

  @Test
  void shouldForgetWhatWasRead() throws Exception {
    try (SpoolFolder spool = new SpoolFolder(folder)) {
      add(spool, "a", "b");
      readAll(spool);
      spool.forget();
      add(spool, "c");
    }
    try (SpoolFolder spool = new SpoolFolder(folder)) {
      assertThat(readAll(spool)).containsExactly("c");
    }
  }

  @Test
  void shouldNotForgetWhatWasNotRead() throws Exception {
    try (SpoolFolder spool = new SpoolFolder(folder)) {
      add(spool, "a", "b");
      spool.next(1);
      spool.forget();

      assertThat(readAll(spool)).containsExactly("b");
    }
  }

  @Test
  void shouldNotGrowWithoutEnd() throws Exception {
    byte[] large = new byte[1 << 20];
    try (SpoolFolder spool = new SpoolFolder(folder)) {
      for (int i = 0; i < 20; i++) {
        spool.add(large);
        assertThat(spool.next(1)).isPresent();
        spool.add(large);
        spool.forget();
        assertThat(spool.next(1)).isPresent();
      }

      assertThat(bytes()).isLessThan(10L << 20);
      spool.forget();
      assertThat(spool.next(1)).isEmpty();
    }
  }

  @Test
  void shouldBearAnEntryThatAKilledProcessDidNotFinish() throws Exception {
    try (SpoolFolder spool = new SpoolFolder(folder)) {
      add(spool, "a");
    }
    Files.write(files().get(0), new byte[] {0, 0, 0, 9, 1, 2, 3}, StandardOpenOption.APPEND);
    try (SpoolFolder spool = new SpoolFolder(folder)) {
      add(spool, "b");

      assertThat(readAll(spool)).containsExactly("a", "b");
    }
  }

  private static void add(SpoolFolder spool, String... entries) {
    for (String entry : entries) {
      spool.add(entry.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static List<String> readAll(SpoolFolder spool) throws InterruptedException {
    List<String> all = new ArrayList<>();
    for (Optional<byte[]> e = spool.next(1); e.isPresent(); e = spool.next(1)) {
      all.add(new String(e.get(), StandardCharsets.UTF_8));
    }
    return all;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  private long bytes() throws IOException {
    long bytes = 0;
    for (Path file : files()) {
      bytes += Files.size(file);
    }
    return bytes;
  }
}
