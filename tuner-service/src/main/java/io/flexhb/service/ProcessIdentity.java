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
 * The id under which Kafka Streams opens transactions. By default, Streams draws one at random and
 * keeps it in the state directory. A tuner that lost that directory would have to wait 10 to 20 s
 * until the broker aborts the transaction in which its predecessor died. So the id is derived from
 * the tuner's name, and a tuner that starts under that name aborts what was open under it.
 */
final class ProcessIdentity {

  /** Where Kafka Streams looks for it, in its application's folder. */
  static final String FILE = "kafka-streams-process-metadata";

  private ProcessIdentity() {}

  /** The id; the same for the same application and instance id on any machine. */
  static UUID of(TunerConfig config) {
    String name = config.text(Setting.APPLICATION_ID) + '\n' + config.instanceId();
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes it to the state directory, unless one is there.
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
              + "); set flexhb.state.dir to another folder",
          unwritable);
    }
  }
}
