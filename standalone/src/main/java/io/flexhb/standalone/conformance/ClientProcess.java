package io.flexhb.standalone.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The client under test, as a process. */
final class ClientProcess implements AutoCloseable {

  private static final int LINES = 15;

  private final Process process;
  private final Path log;

  private ClientProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  static ClientProcess start(List<String> command, Map<String, String> variables, Path log) {
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
      builder.environment().putAll(variables);
      return new ClientProcess(builder.start(), log);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + command.get(0) + ": " + e.getMessage(), e);
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Its exit status; empty when it does not end within that time. */
  OptionalInt awaitEnd(long millis) throws InterruptedException {
    return process.waitFor(millis, TimeUnit.MILLISECONDS)
        ? OptionalInt.of(process.exitValue())
        : OptionalInt.empty();
  }

  /** The last lines that it printed. */
  String lastLines() {
    try {
      List<String> lines =
          new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
      return lines.subList(Math.max(0, lines.size() - LINES), lines.size()).stream()
          .map(line -> "    | " + line)
          .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      return "    | (its output cannot be read: " + e.getMessage() + ")";
    }
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
