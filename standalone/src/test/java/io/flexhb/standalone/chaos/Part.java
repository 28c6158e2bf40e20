package io.flexhb.standalone.chaos;

import io.flexhb.standalone.it.ChildJvm;
import io.flexhb.standalone.it.ProcessLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A part of the installation in a process of its own, started again and again. Used by one thread.
 */
final class Part implements AutoCloseable {

  private final String name;
  private final List<String> command;
  private final Path log;
  private Optional<Process> process = Optional.empty();

  private Part(String name, List<String> command, Path log) {
    this.name = name;
    this.command = command;
    this.log = log;
  }

  /**
   * Not started yet.
   *
   * @param options of its JVM
   * @param log where it writes, one run after the other
   */
  static Part java(
      String name,
      List<String> options,
      String classPath,
      Class<?> main,
      List<String> arguments,
      Path log) {
    return new Part(name, ChildJvm.command(options, classPath, main.getName(), arguments), log);
  }

  String name() {
    return name;
  }

  void start() {
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
      // Meant for other installations; they would override the settings given here.
      builder.environment().keySet().removeIf(variable -> variable.startsWith("FLEXHB_"));
      process = Optional.of(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isAlive() {
    return process.map(Process::isAlive).orElse(false);
  }

  /** Its exit status, when it has ended without being killed; asked for once. */
  Optional<Integer> endedByItself() {
    Optional<Integer> status = process.filter(p -> !p.isAlive()).map(Process::exitValue);
    if (status.isPresent()) {
      process = Optional.empty();
    }
    return status;
  }

  /** As {@code kill -9}: nothing is flushed, nothing is closed. Returns once it is gone. */
  void kill() {
    process.ifPresent(p -> p.destroyForcibly().onExit().join());
    process = Optional.empty();
  }

  /** As {@code kill} without a number. Returns once it is gone. */
  void terminate() {
    process.ifPresent(
        p -> {
          // Process.destroy would close its input, which ends it at once.
          p.toHandle().destroy();
          p.onExit().join();
        });
    process = Optional.empty();
  }

  /** Its exit status, once it has ended; empty when it does not in time. */
  Optional<Integer> awaitEnd(Duration limit) {
    try {
      Process running = process.orElseThrow();
      return running.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)
          ? Optional.of(running.exitValue())
          : Optional.empty();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Suspends the process until {@link #thaw}. */
  void freeze() {
    signal("STOP");
  }

  void thaw() {
    signal("CONT");
  }

  private void signal(String signal) {
    if (!isAlive()) {
      return;
    }
    try {
      new ProcessBuilder("kill", "-" + signal, Long.toString(process.orElseThrow().pid()))
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** What it wrote, over all its runs. */
  ProcessLog log() {
    return new ProcessLog(log);
  }

  @Override
  public void close() {
    kill();
  }
}
