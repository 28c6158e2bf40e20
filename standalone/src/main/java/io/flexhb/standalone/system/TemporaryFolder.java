package io.flexhb.standalone.system;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.common.utils.Utils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder in the system's temporary folder that is deleted with its contents when closed.
 *
 * <p>A killed process closes nothing. So next to each folder there is a file that its process keeps
 * locked; the operating system drops the lock when the process ends. Creating a folder first
 * deletes the folders of the same prefix and user whose lock is free.
 */
public final class TemporaryFolder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TemporaryFolder.class);

  private static final String FIX =
      "See that it is there, can be written and has room, or name another one with"
          + " -Djava.io.tmpdir in FLEXHB_JAVA_OPTS";

  /** Suffix of the file next to a folder that is locked while the folder is in use. */
  private static final String LOCK = ".lock";

  /**
   * Part of the names of this process's folders. It must not probe their locks: on POSIX systems a
   * process loses all its locks on a file when it closes any descriptor of the file.
   */
  private static final String PROCESS = UUID.randomUUID().toString().substring(0, 8);

  private final Path path;
  private final FileChannel lock;

  private TemporaryFolder(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Creates an empty folder.
   *
   * @param prefix of its name
   * @throws StartupException when the system's temporary folder cannot be written
   */
  public static TemporaryFolder create(String prefix) {
    return create(prefix, 0);
  }

  /**
   * Creates an empty folder for a large amount of data.
   *
   * @param bytes approximate size of the data
   * @throws StartupException also when there is too little free space
   */
  public static TemporaryFolder create(String prefix, long bytes) {
    try {
      Path made = Files.createTempDirectory(prefix + "-" + PROCESS + "-");
      try {
        sweep(prefix, made);
        requireRoom(made.getParent(), bytes);
        return new TemporaryFolder(made, lock(made));
      } catch (IOException | StartupException e) {
        Files.delete(made);
        throw e;
      }
    } catch (IOException e) {
      throw new StartupException(
          "Temporary folder "
              + System.getProperty("java.io.tmpdir")
              + " cannot be written ("
              + e
              + ")",
          FIX,
          e);
    }
  }

  private static void requireRoom(Path parent, long bytes) {
    Optional<String> noRoom = DiskSpace.problem(parent, bytes);
    if (noRoom.isPresent()) {
      throw new StartupException("Temporary folder " + noRoom.get(), FIX);
    }
  }

  /** The file gets its name only once it is locked, so that no process treats it as abandoned. */
  private static FileChannel lock(Path folder) throws IOException {
    Path unlocked = folder.resolveSibling(folder.getFileName() + LOCK + ".part");
    FileChannel channel =
        FileChannel.open(unlocked, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      channel.lock();
      Files.move(unlocked, lockFile(folder), StandardCopyOption.ATOMIC_MOVE);
      return channel;
    } catch (IOException e) {
      channel.close();
      Files.deleteIfExists(unlocked);
      throw e;
    }
  }

  private static Path lockFile(Path folder) {
    return folder.resolveSibling(folder.getFileName() + LOCK);
  }

  private static void sweep(String prefix, Path own) {
    try (DirectoryStream<Path> locks =
        Files.newDirectoryStream(own.getParent(), prefix + "-*" + LOCK)) {
      for (Path lock : locks) {
        String name = lock.getFileName().toString();
        if (!name.startsWith(prefix + "-" + PROCESS + "-")) {
          deleteIfLeft(lock.resolveSibling(name.substring(0, name.length() - LOCK.length())), own);
        }
      }
    } catch (IOException e) {
      LOG.debug("Cannot look for folders left in {}", own.getParent(), e);
    }
  }

  private static void deleteIfLeft(Path folder, Path own) {
    Path lockFile = lockFile(folder);
    try {
      // Others could put a link in the place of a folder of theirs while it is being deleted.
      if (!Files.isRegularFile(lockFile, LinkOption.NOFOLLOW_LINKS)
          || !isOfOwnerOf(own, lockFile)
          || Files.exists(folder, LinkOption.NOFOLLOW_LINKS) && !isOfOwnerOf(own, folder)) {
        return;
      }
      try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE)) {
        if (channel.tryLock() != null) {
          Utils.delete(folder.toFile());
          Files.deleteIfExists(lockFile);
          LOG.info("Deleted {}, left behind by a process that was killed", folder);
        }
      }
    } catch (IOException e) {
      LOG.debug("Cannot delete {}", folder, e);
    }
  }

  private static boolean isOfOwnerOf(Path own, Path other) throws IOException {
    return Files.getOwner(other, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(own));
  }

  public Path path() {
    return path;
  }

  /**
   * Deletes the folder; a second call does nothing. Targets of links in it are kept. Files that
   * vanish meanwhile do no harm: a broker that is still stopping renames and deletes some. If it
   * creates new ones, the folder is left behind with a warning.
   */
  @Override
  public void close() {
    try {
      Utils.delete(path.toFile());
      Files.deleteIfExists(lockFile(path));
      lock.close();
    } catch (IOException stillWritten) {
      LOG.warn("Folder {} is left behind", path, stillWritten);
    }
  }
}
