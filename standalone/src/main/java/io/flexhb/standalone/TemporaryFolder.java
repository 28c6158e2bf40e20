package io.flexhb.standalone;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.utils.Utils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A folder in the system's temporary folder that is gone, with all that is in it, when closed. */
public final class TemporaryFolder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TemporaryFolder.class);

  private final Path path;

  private TemporaryFolder(Path path) {
    this.path = path;
  }

  /**
   * A new, empty one.
   *
   * @param prefix of its name
   * @throws StartupException when the system's temporary folder cannot be written
   */
  public static TemporaryFolder create(String prefix) {
    try {
      return new TemporaryFolder(Files.createTempDirectory(prefix));
    } catch (IOException e) {
      throw new StartupException(
          "Temporary folder "
              + System.getProperty("java.io.tmpdir")
              + " cannot be written ("
              + e
              + ")",
          "Make room there, or name another one with -Djava.io.tmpdir in FLEXHB_JAVA_OPTS",
          e);
    }
  }

  public Path path() {
    return path;
  }

  /**
   * Deletes it; once more does nothing. What links in it point to stays. Files that vanish
   * meanwhile are no trouble: a broker that is still stopping renames and deletes some. When it
   * makes new ones, the folder is left behind and a warning says so.
   */
  @Override
  public void close() {
    try {
      Utils.delete(path.toFile());
    } catch (IOException stillWritten) {
      LOG.warn("Folder {} is left behind", path, stillWritten);
    }
  }
}
