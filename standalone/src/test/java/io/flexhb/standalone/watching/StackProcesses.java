package io.flexhb.standalone.watching;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The processes that {@code dev/stack} has started, by the numbers it has noted. */
final class StackProcesses {

  private static final int ACCESS = 3;

  private final Path folder;
  private List<ProcessHandle> known = List.of();

  /**
   * @param folder of the stack
   */
  StackProcesses(Path folder) {
    this.folder = folder;
  }

  /** Notes those that run, and what they have started. */
  List<ProcessHandle> remember() {
    try (Stream<Path> files = Files.list(folder.resolve("run"))) {
      List<ProcessHandle> running = new ArrayList<>();
      for (Path file : files.filter(f -> f.toString().endsWith(".pid")).toList()) {
        ProcessHandle.of(Long.parseLong(Files.readAllLines(file).get(0)))
            .ifPresent(
                process -> {
                  running.add(process);
                  process.descendants().forEach(running::add);
                });
      }
      known = running;
      return running;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Those noted that still run. */
  List<ProcessHandle> alive() {
    return known.stream().filter(ProcessHandle::isAlive).filter(p -> !isZombie(p)).toList();
  }

  /** Whether it has ended, and its parent has not asked for its status yet. */
  private static boolean isZombie(ProcessHandle process) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
      return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
    } catch (IOException gone) {
      return true;
    }
  }

  /** Files outside the folder that one of them has open for writing. */
  Set<String> writtenElsewhere() throws IOException {
    Set<String> elsewhere = new TreeSet<>();
    String own = folder.toRealPath() + "/";
    for (ProcessHandle process : alive()) {
      Path proc = Path.of("/proc", Long.toString(process.pid()));
      try (Stream<Path> open = Files.list(proc.resolve("fd"))) {
        for (Path descriptor : open.toList()) {
          String target = target(descriptor);
          if (target.startsWith("/")
              && !target.startsWith("/dev/")
              && !target.startsWith("/memfd:")
              && !target.startsWith(own)
              && isWritten(proc.resolve("fdinfo").resolve(descriptor.getFileName()))) {
            elsewhere.add(process.info().commandLine().orElse("?") + " writes " + target);
          }
        }
      }
    }
    return elsewhere;
  }

  /** What a descriptor is of; "" when it was closed meanwhile. */
  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException closed) {
      return "";
    }
  }

  private static boolean isWritten(Path info) {
    try {
      return Files.readAllLines(info).stream()
          .filter(line -> line.startsWith("flags:"))
          .mapToInt(line -> Integer.parseInt(line.substring(6).trim(), 8))
          .anyMatch(flags -> (flags & ACCESS) != 0);
    } catch (IOException closed) {
      return false;
    }
  }
}
