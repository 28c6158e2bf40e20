package io.flexhb.standalone.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Room on disks. */
public final class DiskSpace {

  private static final long MEGABYTE = 1L << 20;

  private DiskSpace() {}

  /**
   * What to tell about a folder, or what it would be made in, that has less room than is needed;
   * empty also when the system does not say how much there is.
   *
   * @param bytes that will be written there, about
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

  /** Whether a failure, or one behind it, is that a disk has no more room. */
  public static boolean isExhausted(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
        .limit(20)
        .map(cause -> String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT))
        .anyMatch(DiskSpace::tellsOfNoRoom);
  }

  /** As systems put it; the last is the JVM's word for a mapped file that could not grow. */
  private static boolean tellsOfNoRoom(String message) {
    return message.contains("no space left on device")
        || message.contains("quota exceeded")
        || message.contains("not enough space on the disk")
        || message.contains("unsafe memory access operation");
  }
}
