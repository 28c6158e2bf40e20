package io.flexhb.emitter.agent.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Resident memory of a process group, from Linux's process table. */
final class GroupMemory {

  private static final Path PROCESSES = Path.of("/proc");
  private static final int GROUP_FIELD = 2;
  private static final long KIB = 1024;

  private GroupMemory() {}

  /** Bytes that all members hold; empty where there is no such table. */
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

  /** The name of a program stands in brackets, and may hold blanks and brackets. */
  private static boolean isOf(long group, Path process) {
    try {
      String stat = Files.readString(process.resolve("stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return Long.parseLong(fields[GROUP_FIELD]) == group;
    } catch (IOException | RuntimeException endedMeanwhile) {
      return false;
    }
  }

  private static long resident(Path process) {
    try {
      for (String line : Files.readAllLines(process.resolve("status"))) {
        if (line.startsWith("VmRSS:")) {
          return KIB * Long.parseLong(line.replaceAll("\\D", ""));
        }
      }
    } catch (IOException | RuntimeException endedMeanwhile) {
      return 0;
    }
    return 0;
  }
}
