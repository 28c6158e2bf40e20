package io.flexhb.standalone.registry;

import io.flexhb.standalone.system.Ports;
import io.flexhb.standalone.system.StartupException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A schema registry in a process of its own, reachable from this machine only.
 *
 * <p>The process ends with this one, however this one ends. Schemas may change only so that every
 * old reader and every old record stays readable: global compatibility is FULL_TRANSITIVE.
 */
public final class RegistryProcess implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RegistryProcess.class);

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(4);

  /** Exit statuses after SIGINT and SIGTERM. */
  private static final Set<Integer> SIGNALLED = Set.of(130, 143);

  /** In the name of each exception of the database in the data folder. */
  private static final String DATABASE_FAILURE = "org.h2.jdbc.Jdbc";

  private final Process process;
  private final URI url;
  private final AtomicBoolean closed;

  private RegistryProcess(Process process, URI url, AtomicBoolean closed) {
    this.process = process;
    this.url = url;
    this.closed = closed;
  }

  /**
   * Starts a registry and returns once it serves clients; fetches it first when it is not in the
   * cache.
   *
   * @throws StartupException when it cannot be fetched, the port is taken, the data folder cannot
   *     be used, or it does not start in time; nothing is left running then
   */
  public static RegistryProcess start(RegistryProcessConfig config) {
    if (config.port() != 0 && !Ports.isFree(config.port())) {
      throw Ports.taken(config.port(), null);
    }
    if (!Files.isExecutable(ServerCommand.java(config))) {
      throw noJava(config, null);
    }
    config.dataFolder().ifPresent(RegistryProcess::makeDataFolder);
    Path server = ServerCache.of(config).unpacked();
    Process process = launch(config, server, watchIn(server));
    ChildOutput output = ChildOutput.of(process.getInputStream());
    try {
      URI url = awaitReady(config, process, output);
      AtomicBoolean closed = new AtomicBoolean();
      process.onExit().thenRun(() -> reportUnexpectedEnd(process, output, closed));
      return new RegistryProcess(process, url, closed);
    } catch (RuntimeException | Error e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static void makeDataFolder(Path folder) {
    try {
      Files.createDirectories(folder);
      if (!Files.isWritable(folder)) {
        throw new IOException("no permission");
      }
    } catch (IOException e) {
      throw new StartupException(
          "Registry folder " + folder + " cannot be written (" + e + ")",
          "Give a folder that this user may write",
          e);
    }
  }

  private static Path watchIn(Path server) {
    try {
      return copyOutWatch(server);
    } catch (IOException e) {
      throw new StartupException(
          "Folder " + server + ", where the schema registry is, cannot be written (" + e + ")",
          ServerCache.FIX,
          e);
    }
  }

  private static Process launch(RegistryProcessConfig config, Path server, Path watch) {
    try {
      ProcessBuilder builder =
          new ProcessBuilder(ServerCommand.of(config, server, watch))
              .directory(server.toFile())
              .redirectErrorStream(true);
      // Meant for other Quarkus or registry servers; they would override the settings given here.
      builder
          .environment()
          .keySet()
          .removeIf(name -> name.startsWith("QUARKUS_") || name.startsWith("REGISTRY_"));
      return builder.start();
    } catch (IOException e) {
      // The system's message and its error numbers: no more open files, or no memory.
      String message = String.valueOf(e.getMessage());
      if (message.contains("error=24")
          || message.contains("error=12")
          || message.contains("error=11")) {
        throw new StartupException(
            "The schema registry cannot be run (" + message + ")",
            "Let this user have more open files, processes or memory (see 'ulimit -a')",
            e);
      }
      throw noJava(config, e);
    }
  }

  private static StartupException noJava(RegistryProcessConfig config, Throwable cause) {
    return new StartupException(
        "The schema registry cannot be run with "
            + ServerCommand.java(config)
            + (cause == null ? ", which is not a program" : " (" + cause + ")"),
        "Install a Java 17 or later with its launcher, and start FlexHB with it",
        cause);
  }

  /**
   * Copies {@link ParentWatch} alone into a folder, so that no other FlexHB class is in the server.
   * Nothing is written when it is already there: the cache may be read-only, or its disk full.
   */
  private static Path copyOutWatch(Path server) throws IOException {
    String classFile = ParentWatch.class.getSimpleName() + ".class";
    Path root = server.resolve("watch");
    Path target = root.resolve(ParentWatch.class.getName().replace('.', '/') + ".class");
    byte[] content;
    try (InputStream in = ParentWatch.class.getResourceAsStream(classFile)) {
      content = in.readAllBytes();
    }
    if (Files.exists(target) && Arrays.equals(content, Files.readAllBytes(target))) {
      return root;
    }
    Files.createDirectories(target.getParent());
    Path written = Files.createTempFile(target.getParent(), "watch", ".tmp");
    try {
      Files.write(written, content);
      Files.move(written, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(written);
    }
    return root;
  }

  private static URI awaitReady(RegistryProcessConfig config, Process process, ChildOutput output) {
    Optional<Throwable> failure;
    try {
      int port = output.port().get(config.startLimit().toMillis(), TimeUnit.MILLISECONDS);
      URI url = URI.create("http://127.0.0.1:" + port + "/apis/ccompat/v7");
      GlobalCompatibility.set(url, "FULL_TRANSITIVE");
      return url;
    } catch (TimeoutException e) {
      throw new StartupException(
          "The schema registry was not ready within " + config.startLimit().toMillis() + " ms",
          "Try again when the machine is less busy; its last line was: " + output.lastWord(),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure = Optional.of(e);
    } catch (ExecutionException | IOException e) {
      failure = Optional.of(e);
    }
    throw explained(config, process, output, failure.get());
  }

  private static StartupException explained(
      RegistryProcessConfig config, Process process, ChildOutput output, Throwable failure) {
    String lines = String.join(System.lineSeparator(), output.lastLines());
    Throwable cause = new IllegalStateException("The registry printed:\n" + lines, failure);
    if (config.port() != 0 && output.mentions("already bound")) {
      return Ports.taken(config.port(), cause);
    }
    if (config.dataFolder().isPresent() && output.mentions("already in use")) {
      return new StartupException(
          "Registry folder " + config.dataFolder().get() + " is in use by another registry",
          "Stop that one first, or give another folder",
          cause);
    }
    if (config.dataFolder().isPresent() && output.mentions(DATABASE_FAILURE)) {
      return new StartupException(
          "Registry folder "
              + config.dataFolder().get()
              + " holds no usable data ("
              + output.lastWord()
              + ")",
          "Put back a copy of it, or give another folder for broker and registry together",
          cause);
    }
    return new StartupException(
        "The schema registry did not start: " + output.lastWord(),
        (process.isAlive() ? "Try again" : "It ended with status " + process.exitValue())
            + "; --verbose shows its last lines",
        cause);
  }

  private static void reportUnexpectedEnd(
      Process process, ChildOutput output, AtomicBoolean closed) {
    if (SIGNALLED.contains(process.exitValue())) {
      // Ctrl-C reaches all processes of the terminal.
      LOG.info("The schema registry was stopped by a signal");
    } else if (!closed.get()) {
      LOG.error(
          "The schema registry ended by itself with status {}. Start FlexHB again."
              + " Its last output:\n{}",
          process.exitValue(),
          String.join(System.lineSeparator(), output.lastLines()));
    }
  }

  /** What clients put into {@code schema.registry.url}: the Confluent API of this registry. */
  public URI url() {
    return url;
  }

  /** The port clients connect to. */
  public int port() {
    return url.getPort();
  }

  /** The id of the registry's process. */
  public long pid() {
    return process.pid();
  }

  /** Whether the process runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Runs an action when the process ends, or at once if it has already ended. */
  public void onEnd(Runnable action) {
    process.onExit().thenRun(action);
  }

  /** Stops the registry, within five seconds; a second call does nothing. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    try {
      // The end of its input tells it to exit in order; see ParentWatch.
      process.getOutputStream().close();
      if (process.waitFor(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
      LOG.warn("The schema registry did not stop by itself and is killed");
    } catch (IOException e) {
      LOG.warn("The schema registry cannot be asked to stop and is killed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }
}
