package io.flexhb.service.store;

import io.flexhb.service.failure.TunerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.NativeLibraryLoader;

/**
 * The native code of RocksDB. Left alone, RocksDB unpacks it into the system's temporary folder
 * under a new name at each start: 15 MB that a killed process leaves there, in a place where a
 * container may have no room, or nothing executable. Beside the stores it has one name, and each
 * start replaces what the one before left.
 */
public final class RocksDbLibrary {

  /** Where RocksDB looks for another folder to unpack to. Who sets it has chosen. */
  private static final String CHOSEN = "ROCKSDB_SHAREDLIB_DIR";

  private static final String FOLDER = "rocksdb";

  private RocksDbLibrary() {}

  /**
   * Loads it, once in a process; further calls do nothing.
   *
   * @param stateDirectory of the first who needs it
   * @throws TunerException when it cannot be unpacked there, or not be executed
   */
  public static void load(Path stateDirectory) {
    if (System.getenv(CHOSEN) != null) {
      return;
    }
    Path folder = stateDirectory.resolve(FOLDER);
    try {
      Files.createDirectories(folder);
      NativeLibraryLoader.getInstance().loadLibrary(folder.toString());
    } catch (IOException | RuntimeException | UnsatisfiedLinkError failed) {
      throw new TunerException(
          "RocksDB's native code cannot be loaded from "
              + folder
              + " ("
              + failed.getMessage()
              + "); it needs 15 MB there, on a file system that is not mounted noexec: set "
              + "flexhb.state.dir to such a folder, or the variable "
              + CHOSEN
              + " to one for the native code alone",
          failed);
    }
  }
}
