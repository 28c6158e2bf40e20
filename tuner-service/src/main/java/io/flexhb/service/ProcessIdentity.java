package io.flexhb.service;

import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.service.failure.TunerException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/**
 * The id under which Kafka Streams opens transactions. Left alone, Streams draws one at random and
 * keeps it in the state directory; a tuner that lost that directory would have to wait until the
 * broker gives up the transaction its predecessor died in, 10 to 20 s. So the id follows from the
 * tuner's name, and whoever starts under that name ends what was open under it.
 */
final class ProcessIdentity {

  /** Where Kafka Streams looks for it, below its application's folder. */
  static final String FILE = "kafka-streams-process-metadata";

  private ProcessIdentity() {}

  /** The same for the same application and instance id, on any machine. */
  static UUID of(TunerConfig config) {
    String name = config.text(Setting.APPLICATION_ID) + '\n' + config.instanceId();
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Puts it into the state directory, unless one is there.
   *
   * @throws TunerException when the directory cannot be written
   */
  static void write(TunerConfig config) {
    Path folder = Path.of(config.text(Setting.STATE_DIR), config.text(Setting.APPLICATION_ID));
    Path file = folder.resolve(FILE);
    try {
      if (!Files.exists(file)) {
        Files.createDirectories(folder);
        Path part = Files.createTempFile(folder, FILE, ".part");
        try {
          Files.writeString(part, "{\"processId\":\"" + of(config) + "\"}");
          Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
          Files.deleteIfExists(part);
        }
      }
    } catch (IOException unwritable) {
      throw new TunerException(
          "state directory "
              + folder
              + " cannot be written ("
              + unwritable
              + "); give another one in flexhb.state.dir",
          unwritable);
    }
  }
}
