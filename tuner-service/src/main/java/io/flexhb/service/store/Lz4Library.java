package io.flexhb.service.store;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The native code of lz4, which compresses records. By default, the library unpacks it into the
 * system's temporary folder under a new name in each process, and a killed process leaves it there.
 * Here it is unpacked next to the stores under a fixed name, so each start replaces the file of the
 * previous one.
 *
 * <p>The library has no setting for this, so this class does the library's work: it loads the file
 * and marks it as loaded. Where that fails, the library tries its own way and falls back to an
 * implementation in Java.
 */
public final class Lz4Library {

  private static final Logger LOG = LoggerFactory.getLogger(Lz4Library.class);

  private static final String FOLDER = "lz4";

  private Lz4Library() {}

  /**
   * Loads it once per process; further calls do nothing.
   *
   * @param stateDirectory of the first caller
   */
  public static void load(Path stateDirectory) {
    try {
      load(Class.forName("net.jpountz.util.Native"), stateDirectory.resolve(FOLDER));
    } catch (ReflectiveOperationException | IOException | RuntimeException failed) {
      LOG.debug("lz4 has to unpack its native code itself", failed);
    } catch (UnsatisfiedLinkError failed) {
      LOG.debug("lz4 has to unpack its native code itself: {}", failed.getMessage());
    }
  }

  private static void load(Class<?> library, Path folder)
      throws ReflectiveOperationException, IOException {
    Field loaded = library.getDeclaredField("loaded");
    Method resource = library.getDeclaredMethod("resourceName");
    loaded.setAccessible(true);
    resource.setAccessible(true);
    // The library loads itself under the same lock.
    synchronized (library) {
      if (loaded.getBoolean(null)) {
        return;
      }
      String name = (String) resource.invoke(null);
      try (InputStream code = library.getResourceAsStream(name)) {
        if (code == null) {
          return; // none for this platform
        }
        Files.createDirectories(folder);
        Path file = folder.resolve(Path.of(name).getFileName()).toAbsolutePath();
        Files.copy(code, file, StandardCopyOption.REPLACE_EXISTING);
        System.load(file.toString());
      }
      loaded.setBoolean(null, true);
    }
  }
}
