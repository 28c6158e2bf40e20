package io.flexhb.standalone.chaos;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A folder that is a disk of its own in memory (tmpfs), which can be full. Linux, and root. */
final class SmallDisk implements AutoCloseable {

  private static final int MEGABYTES = 256;
  private static final int BLOCK = 64 * 1024;

  private final Path folder;
  private final Path filler;

  private SmallDisk(Path folder) {
    this.folder = folder;
    this.filler = folder.resolve("filler");
  }

  /** Empty where this user may mount none. */
  static Optional<SmallDisk> mount(Path folder) {
    try {
      Files.createDirectories(folder);
      return run(
              "mount", "-t", "tmpfs", "-o", "size=" + MEGABYTES + "m", "tmpfs", folder.toString())
          ? Optional.of(new SmallDisk(folder))
          : Optional.empty();
    } catch (IOException noMount) {
      return Optional.empty();
    }
  }

  private static boolean run(String... command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Takes all the room that is left. */
  void fill() {
    try (OutputStream out = Files.newOutputStream(filler)) {
      byte[] block = new byte[BLOCK];
      while (true) {
        out.write(block);
      }
    } catch (IOException full) {
      if (!Files.exists(filler)) {
        throw new UncheckedIOException(full);
      }
    }
  }

  /** Gives it back. */
  void empty() {
    try {
      Files.deleteIfExists(filler);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      run("umount", "-l", folder.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
