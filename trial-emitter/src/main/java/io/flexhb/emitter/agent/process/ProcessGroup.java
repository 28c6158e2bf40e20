package io.flexhb.emitter.agent.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A command and all processes that it starts, as one unit: signaled together, and killed by a
 * supervisor process when this JVM ends. Thread-safe.
 */
public final class ProcessGroup {

  private static final String SUPERVISOR = resource("supervisor.sh");
  private static final String OWN_VARIABLES = "FLEXHB_";
  private static final Duration GROUP_KNOWN = Duration.ofSeconds(2);

  private final Process supervisor;
  private final Path groupFile;

  private ProcessGroup(Process supervisor, Path groupFile) {
    this.supervisor = supervisor;
    this.groupFile = groupFile;
  }

  /**
   * Starts a command.
   *
   * @param command program and arguments, used as they are: no shell interprets them
   * @param variables added to the environment of this process without its FLEXHB_ variables
   * @param folder its working directory
   * @param groupFile a file that contains the group's id while it lives
   * @throws IOException when it cannot be started, with the reason
   */
  public static ProcessGroup start(
      List<String> command, Map<String, String> variables, Path folder, Path groupFile)
      throws IOException {
    List<String> session = Sessions.command();
    List<String> words = new ArrayList<>(session);
    words.addAll(List.of("/bin/sh", "-c", SUPERVISOR, "flexhb-supervisor"));
    words.add(groupFile.toAbsolutePath().toString());
    words.add(Integer.toString(session.size()));
    words.addAll(session);
    words.addAll(command);
    Files.deleteIfExists(groupFile);
    ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
    // The agent's own variables may hold passwords.
    builder.environment().keySet().removeIf(name -> name.startsWith(OWN_VARIABLES));
    builder.environment().putAll(variables);
    return new ProcessGroup(builder.start(), groupFile);
  }

  /** Standard output; it ends when all processes of the group that write to it have ended. */
  public InputStream output() {
    return supervisor.getInputStream();
  }

  /** Standard error. */
  public InputStream errors() {
    return supervisor.getErrorStream();
  }

  /** Whether the command still runs, suspended or not. */
  public boolean isAlive() {
    return supervisor.isAlive();
  }

  /** The exit code, more than 128 after a signal; empty while it runs. */
  public OptionalInt exitCode() {
    return supervisor.isAlive() ? OptionalInt.empty() : OptionalInt.of(supervisor.exitValue());
  }

  /** Completes when the command has ended. */
  public CompletableFuture<ProcessGroup> onExit() {
    return supervisor.onExit().thenApply(ended -> this);
  }

  /** Suspends it: it keeps its memory and uses no CPU. */
  public void suspend() {
    signal("STOP");
  }

  /** Resumes it. */
  public void resume() {
    signal("CONT");
  }

  /** Asks it to end, and resumes it so that it can react. */
  public void terminate() {
    signal("TERM");
    resume();
  }

  /** Kills it at once. */
  public void kill() {
    signal("KILL");
  }

  /**
   * Asks it to end, and kills it if it does not end within that time.
   *
   * @return whether it ended by itself
   */
  public boolean stop(Duration grace) throws InterruptedException {
    terminate();
    if (awaitExit(grace)) {
      return true;
    }
    kill();
    supervisor.waitFor();
    return false;
  }

  /** Waits at most that long; returns whether it has ended. */
  public boolean awaitExit(Duration patience) throws InterruptedException {
    return supervisor.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Bytes of memory that the group uses; empty where that is unknown. */
  public OptionalLong memory() {
    OptionalLong group = group();
    return group.isPresent() && isAlive()
        ? GroupMemory.of(group.getAsLong())
        : OptionalLong.empty();
  }

  private void signal(String name) {
    if (!isAlive()) {
      return;
    }
    try {
      OutputStream signals = supervisor.getOutputStream();
      synchronized (this) {
        signals.write((name + "\n").getBytes(StandardCharsets.US_ASCII));
        signals.flush();
      }
    } catch (IOException supervisorGone) {
      // The supervisor was killed: the processes that it left can only be killed as well.
      killLeftBehind();
    }
  }

  private void killLeftBehind() {
    OptionalLong group = group();
    if (group.isPresent()) {
      ProcessHandle.of(group.getAsLong())
          .ifPresent(
              leader -> {
                leader.descendants().forEach(ProcessHandle::destroyForcibly);
                leader.destroyForcibly();
              });
    }
  }

  private OptionalLong group() {
    long deadline = System.nanoTime() + GROUP_KNOWN.toNanos();
    while (true) {
      try {
        return OptionalLong.of(Long.parseLong(Files.readString(groupFile).strip()));
      } catch (IOException | NumberFormatException notYet) {
        if (!isAlive() || System.nanoTime() > deadline) {
          return OptionalLong.empty();
        }
        java.util.concurrent.locks.LockSupport.parkNanos(10_000_000);
      }
    }
  }

  private static String resource(String name) {
    try (InputStream in = ProcessGroup.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
