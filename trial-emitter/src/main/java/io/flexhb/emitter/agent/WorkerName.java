package io.flexhb.emitter.agent;

import io.flexhb.topics.Ids;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The name of an agent, and its folder. An agent restarted after a kill should get its old name,
 * because the tuner then regrants its trials at once; two agents must never have the same name. So
 * a name is the host's name with a number, and is locked while its agent lives.
 */
public final class WorkerName implements AutoCloseable {

  private static final int MOST_AGENTS = 1000;

  private final String name;
  private final Path folder;
  private final FileLock lock;

  private WorkerName(String name, Path folder, FileLock lock) {
    this.name = name;
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Takes the first free name.
   *
   * @param state folder of the agents of this machine
   */
  public static WorkerName free(Path state) {
    String host = host();
    for (int number = 0; number < MOST_AGENTS; number++) {
      Optional<WorkerName> free = take(host + "-" + number, state);
      if (free.isPresent()) {
        return free.get();
      }
    }
    throw new IllegalStateException(MOST_AGENTS + " agents already run in " + state);
  }

  /**
   * Takes the given name.
   *
   * @throws IllegalStateException when another agent of this machine has it
   */
  public static WorkerName given(String name, Path state) {
    return take(Ids.checkWorker(name), state)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "an agent named "
                        + name
                        + " already runs in "
                        + state
                        + ": give each its own --worker"));
  }

  private static Optional<WorkerName> take(String name, Path state) {
    // A worker may be named "..".
    Path folder = state.resolve(name.startsWith(".") ? "_" + name : name).toAbsolutePath();
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(
              folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = tryLock(channel);
      if (lock == null) {
        channel.close();
        return Optional.empty();
      }
      return Optional.of(new WorkerName(name, folder, lock));
    } catch (IOException e) {
      throw new UncheckedIOException("the agent cannot write its state to " + folder, e);
    }
  }

  private static FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException inThisProcess) {
      return null;
    }
  }

  static String host() {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      host = "host";
    }
    String readable = host.replaceAll("[^A-Za-z0-9._-]", "-");
    return readable.substring(0, Math.min(80, readable.length()));
  }

  /** The name. */
  public String name() {
    return name;
  }

  /** The agent's folder on this machine. */
  public Path folder() {
    return folder;
  }

  @Override
  public void close() {
    try {
      lock.acquiredBy().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
