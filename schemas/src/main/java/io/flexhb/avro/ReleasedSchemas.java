package io.flexhb.avro;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParser;

/**
 * The schemas of all released versions. They stay in the jar forever: every later version can read
 * data written with one of them, above all in state stores.
 */
public final class ReleasedSchemas {

  /** The file that lists the versions, oldest first; each has a folder. */
  static final String VERSIONS = "versions.txt";

  private static final String FOLDER = "released/";

  private ReleasedSchemas() {}

  /**
   * The schemas that a record had, oldest first, without duplicates; empty when it was never
   * released.
   *
   * @param name of the record, without its namespace
   */
  public static List<Schema> of(String name) {
    List<Schema> released = new ArrayList<>();
    for (String version : versions()) {
      text(version + "/" + name + ".avsc")
          .map(SchemaParser::parseSingle)
          .filter(schema -> !released.contains(schema))
          .ifPresent(released::add);
    }
    return released;
  }

  /** The released versions, oldest first. */
  public static List<String> versions() {
    return text(VERSIONS)
        .orElseThrow(() -> new IllegalStateException("the jar lacks " + FOLDER + VERSIONS))
        .lines()
        .filter(line -> !line.isBlank())
        .toList();
  }

  private static Optional<String> text(String path) {
    try (InputStream file = ReleasedSchemas.class.getResourceAsStream(FOLDER + path)) {
      return file == null
          ? Optional.empty()
          : Optional.of(new String(file.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
