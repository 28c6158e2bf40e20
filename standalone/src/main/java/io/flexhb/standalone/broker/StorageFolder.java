package io.flexhb.standalone.broker;

import io.flexhb.standalone.system.StartupException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;

/**
 * The folder of one broker, held by this process from {@link #open} to {@link #close}.
 *
 * <p>The lock is separate from Kafka's. Kafka locks the folder only after its controller has
 * opened, and perhaps repaired, the metadata log, which another process may be writing. The
 * operating system drops the lock when the process dies, however it dies.
 */
final class StorageFolder implements AutoCloseable {

  private static final String LOCK_FILE = "flexhb.lock";

  /** Files that a start interrupted during formatting may have left. */
  private static final Set<String> LEFT_BY_FORMATTING =
      Set.of(LOCK_FILE, "meta.properties.tmp", "bootstrap.checkpoint", "bootstrap.checkpoint.tmp");

  private static final String OTHER_FOLDER = "Give another folder";

  private final Path folder;
  private final FileChannel lockFile;

  private StorageFolder(Path folder, FileChannel lockFile) {
    this.folder = folder;
    this.lockFile = lockFile;
  }

  /**
   * Creates the folder if it is missing, and locks it.
   *
   * @throws StartupException when it cannot be written or another process holds it
   */
  static StorageFolder open(Path path) {
    Path folder = path.toAbsolutePath().normalize();
    try {
      Files.createDirectories(folder);
    } catch (FileAlreadyExistsException e) {
      throw new StartupException(folder + " is a file, not a folder", OTHER_FOLDER, e);
    } catch (IOException e) {
      throw notWritable(folder, e);
    }
    return new StorageFolder(folder, lock(folder));
  }

  private static FileChannel lock(Path folder) {
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              folder.resolve(LOCK_FILE),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock == null) {
        String holder = readHolder(channel);
        channel.close();
        throw held(folder, "process " + holder, null);
      }
      writeHolder(channel);
      return channel;
    } catch (OverlappingFileLockException e) {
      // Deliberately not closed: on Linux closing would also drop the lock of the broker that holds
      // it.
      throw held(folder, "a broker of this process", e);
    } catch (IOException e) {
      throw notWritable(folder, e);
    }
  }

  private static String readHolder(FileChannel channel) throws IOException {
    ByteBuffer content = ByteBuffer.allocate(32);
    channel.read(content, 0);
    String pid = new String(content.array(), 0, content.position(), StandardCharsets.UTF_8).trim();
    return pid.isEmpty() ? "(unknown)" : pid;
  }

  private static void writeHolder(FileChannel channel) throws IOException {
    String pid = ProcessHandle.current().pid() + "\n";
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.UTF_8)), 0);
  }

  private static StartupException held(Path folder, String holder, Throwable cause) {
    return new StartupException(
        "Broker folder " + folder + " is in use by " + holder,
        "Stop that one first, or give another folder",
        cause);
  }

  private static StartupException notWritable(Path folder, IOException cause) {
    return new StartupException(
        "Broker folder " + folder + " cannot be written (" + cause + ")",
        "Give a folder that this user may write, on a disk with space",
        cause);
  }

  /** The absolute path. */
  Path path() {
    return folder;
  }

  /**
   * The cluster id of the data in the folder; an empty folder is formatted first, with a new id.
   *
   * @throws StartupException when the folder holds something else, or data that cannot be read
   */
  String formatOnce() {
    try {
      Optional<String> existing = clusterId();
      if (existing.isPresent()) {
        return existing.get();
      }
      refuseForeignContent();
      return format();
    } catch (IOException e) {
      throw notWritable(folder, e);
    }
  }

  private Optional<String> clusterId() throws IOException {
    MetaPropertiesEnsemble found;
    try {
      found =
          new MetaPropertiesEnsemble.Loader()
              .addLogDirs(List.of(folder.toString()))
              .addMetadataLogDir(folder.toString())
              .load();
    } catch (RuntimeException e) {
      throw unreadable(e.getMessage(), e);
    }
    if (!found.errorLogDirs().isEmpty()) {
      throw unreadable("meta.properties cannot be read", null);
    }
    return found.clusterId();
  }

  private StartupException unreadable(String reason, Throwable cause) {
    return new StartupException(
        "Broker folder " + folder + " holds no usable broker data (" + reason + ")",
        "Delete the folder, which loses what is in it, or give another one",
        cause);
  }

  private void refuseForeignContent() throws IOException {
    List<String> foreign = new ArrayList<>();
    try (Stream<Path> content = Files.list(folder)) {
      content
          .map(entry -> entry.getFileName().toString())
          .filter(name -> !LEFT_BY_FORMATTING.contains(name))
          .sorted()
          .limit(1)
          .forEach(foreign::add);
    }
    if (!foreign.isEmpty()) {
      throw new StartupException(
          "Broker folder " + folder + " holds other files, such as '" + foreign.get(0) + "'",
          "Give an empty folder, or one that a broker made");
    }
  }

  private String format() throws IOException {
    String clusterId = Uuid.randomUuid().toString();
    try {
      new Formatter()
          .setPrintStream(
              new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
          .setNodeId(ServerSettings.NODE_ID)
          .setClusterId(clusterId)
          .addDirectory(folder.toString())
          .setMetadataLogDirectory(folder.toString())
          .setControllerListenerName(ServerSettings.CONTROLLER_LISTENER)
          .setSupportedFeatures(new ArrayList<>(Feature.PRODUCTION_FEATURES))
          .setIgnoreFormatted(true)
          .run();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw unreadable("formatting failed: " + e, e);
    }
    return clusterId;
  }

  /** Releases the folder to other processes. */
  @Override
  public void close() {
    try {
      lockFile.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Could not release " + folder, e);
    }
  }
}
