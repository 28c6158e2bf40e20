package io.flexhb.standalone.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Free space on disks. */
public final class DiskSpace {

  private static final long MEGABYTE = 1L << 20;

  private DiskSpace() {}

  /**
   * A message when a folder, or the one it would be created in, has too little free space. Also
   * empty when the system does not report the free space.
   *
   * @param bytes approximate number of bytes that will be written there
   */
  public static Optional<String> problem(Path folder, long bytes) {
    Path existing = folder.toAbsolutePath();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    try {
      long usable = Files.getFileStore(existing).getUsableSpace();
      return usable >= bytes
          ? Optional.empty()
          : Optional.of(
              "%s has room for %d MB, %d MB are needed"
                  .formatted(existing, usable / MEGABYTE, (bytes + MEGABYTE - 1) / MEGABYTE));
    } catch (IOException unknown) {
      return Optional.empty();
    }
  }

  /** Whether a failure, or one of its causes, is a full disk. */
  public static boolean isExhausted(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
        .limit(20)
        .map(cause -> String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT))
        .anyMatch(DiskSpace::tellsOfNoRoom);
  }

  /** The messages of the systems; the last is the JVM's for a mapped file that could not grow. */
  private static boolean tellsOfNoRoom(String message) {
    return message.contains("no space left on device")
        || message.contains("quota exceeded")
        || message.contains("not enough space on the disk")
        || message.contains("unsafe memory access operation");
  }
}
