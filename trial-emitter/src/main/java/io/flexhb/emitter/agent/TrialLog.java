package io.flexhb.emitter.agent;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The log file of a script's output, unchanged, from both streams. Thread-safe. */
final class TrialLog implements AutoCloseable {

  /** A script that prints endlessly must not fill the disk. */
  private static final long MOST_BYTES = 256L << 20;

  private static final Logger LOG = LoggerFactory.getLogger(TrialLog.class);

  private final Path file;
  private final OutputStream out;
  private long written;
  private boolean broken;

  TrialLog(Path file) {
    this.file = file;
    try {
      Files.createDirectories(file.getParent());
      this.out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      this.written = Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the log of a trial to " + file, e);
    }
  }

  Path file() {
    return file;
  }

  /** A full disk ends the log, not the trial. */
  synchronized void write(byte[] bytes, int count) {
    if (broken) {
      return;
    }
    try {
      if (written + count > MOST_BYTES) {
        out.write("\n[more than 256 MiB; the rest is omitted]\n".getBytes(StandardCharsets.UTF_8));
        broken = true;
        return;
      }
      out.write(bytes, 0, count);
      written += count;
    } catch (IOException e) {
      broken = true;
      LOG.warn("The log {} ends here: {}", file, e.toString());
    }
  }

  @Override
  public synchronized void close() {
    broken = true;
    try {
      out.close();
    } catch (IOException e) {
      LOG.warn("The log {} could not be closed: {}", file, e.toString());
    }
  }
}
