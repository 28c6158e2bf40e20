package io.flexhb.service.store;

import io.flexhb.service.failure.TunerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.NativeLibraryLoader;

/**
 * The native code of RocksDB. By default, RocksDB unpacks it into the system's temporary folder
 * under a new name at each start: 15 MB that a killed process leaves there. In a container that
 * folder may have too little space or be mounted noexec. Here it is unpacked next to the stores
 * under a fixed name, so each start replaces the file of the previous one.
 */
public final class RocksDbLibrary {

  /**
   * The variable with which RocksDB is given another folder to unpack to. A user's choice is kept.
   */
  private static final String CHOSEN = "ROCKSDB_SHAREDLIB_DIR";

  private static final String FOLDER = "rocksdb";

  private RocksDbLibrary() {}

  /**
   * Loads it once per process; further calls do nothing.
   *
   * @param stateDirectory of the first caller
   * @throws TunerException when it cannot be unpacked or executed there
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
