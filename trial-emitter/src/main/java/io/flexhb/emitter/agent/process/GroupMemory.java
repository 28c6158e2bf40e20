package io.flexhb.emitter.agent.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Resident memory of a process group, from Linux's process table. */
final class GroupMemory {

  private static final Path PROCESSES = Path.of("/proc");
  private static final int GROUP_FIELD = 2;
  private static final long KIB = 1024;

  private GroupMemory() {}

  /** Bytes that all members use; empty where there is no such table. */
  static OptionalLong of(long group) {
    if (!Files.isDirectory(PROCESSES.resolve("self"))) {
      return OptionalLong.empty();
    }
    long bytes = 0;
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
      for (Path process : processes) {
        bytes += isOf(group, process) ? resident(process) : 0;
      }
    } catch (IOException | java.nio.file.DirectoryIteratorException unreadable) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(bytes);
  }

  /** The program's name is in parentheses and may contain spaces and parentheses. */
  private static boolean isOf(long group, Path process) {
    try {
      String stat = Files.readString(process.resolve("stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return Long.parseLong(fields[GROUP_FIELD]) == group;
    } catch (IOException | RuntimeException endedMeanwhile) {
      return false;
    }
  }

  /** Memory that forked processes share counts once where the kernel reports it. */
  private static long resident(Path process) {
    return kilobytes(process.resolve("smaps_rollup"), "Pss:")
        .orElseGet(() -> kilobytes(process.resolve("status"), "VmRSS:").orElse(0));
  }

  private static OptionalLong kilobytes(Path table, String name) {
    try (Stream<String> lines = Files.lines(table)) {
      return lines
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> KIB * Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst();
    } catch (IOException | RuntimeException notToldOrEndedMeanwhile) {
      return OptionalLong.empty();
    }
  }
}
