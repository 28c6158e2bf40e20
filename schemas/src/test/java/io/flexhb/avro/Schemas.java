package io.flexhb.avro;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaFormatter;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.SchemaParser;

/**
 * The schemas of today, topics and stores alike, and the golden ones of each released version:
 * {@code <Name>.avsc} is the complete, self-contained schema, {@code <Name>.canonical.json} its
 * Parsing Canonical Form.
 */
final class Schemas {

  private static final List<Path> TODAY =
      List.of(Path.of("src/main/avro"), Path.of("src/main/avro/store"));
  private static final Path GOLDEN = Path.of("src/main/resources/io/flexhb/avro/released");
  private static final String FULL = ".avsc";
  private static final String CANONICAL = ".canonical.json";

  private Schemas() {}

  /** The records that have a file of their own, by name. */
  static SortedMap<String, Schema> today() throws IOException {
    SchemaParser parser = new SchemaParser();
    for (Path folder : TODAY) {
      for (Path file : files(folder, FULL)) {
        parser.parse(file);
      }
    }
    SortedMap<String, Schema> schemas = new TreeMap<>();
    for (Schema schema : parser.getParsedNamedSchemas()) {
      if (TODAY.stream().anyMatch(f -> Files.exists(f.resolve(schema.getName() + FULL)))) {
        schemas.put(schema.getName(), schema);
      }
    }
    return schemas;
  }

  /** Released versions, oldest first. */
  static List<String> versions() throws IOException {
    try (Stream<Path> folders = Files.list(GOLDEN)) {
      return folders
          .filter(Files::isDirectory)
          .map(folder -> folder.getFileName().toString())
          .sorted(Comparator.comparing(ModuleDescriptor.Version::parse))
          .toList();
    }
  }

  /** The schemas of a released version, by name. */
  static SortedMap<String, Schema> golden(String version) throws IOException {
    SortedMap<String, Schema> schemas = new TreeMap<>();
    for (Path file : files(GOLDEN.resolve(version), FULL)) {
      Schema schema = SchemaParser.parseSingle(file);
      schemas.put(schema.getName(), schema);
    }
    return schemas;
  }

  /** The golden Parsing Canonical Form of one schema. */
  static String goldenCanonical(String version, String name) throws IOException {
    return Files.readString(GOLDEN.resolve(version).resolve(name + CANONICAL)).strip();
  }

  /** Makes today's schemas the golden ones of that version. */
  static void writeGolden(String version) throws IOException {
    Path folder = Files.createDirectories(GOLDEN.resolve(version));
    for (Schema schema : today().values()) {
      Files.writeString(
          folder.resolve(schema.getName() + FULL),
          SchemaFormatter.format("json/pretty", schema) + "\n");
      Files.writeString(
          folder.resolve(schema.getName() + CANONICAL),
          SchemaNormalization.toParsingForm(schema) + "\n");
    }
    Files.write(GOLDEN.resolve(ReleasedSchemas.VERSIONS), versions());
  }

  private static List<Path> files(Path folder, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    }
  }
}
