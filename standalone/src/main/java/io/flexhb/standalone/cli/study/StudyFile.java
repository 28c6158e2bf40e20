package io.flexhb.standalone.cli.study;

import io.flexhb.client.InvalidRequestException;
import io.flexhb.client.StudyDefinition;
import io.flexhb.standalone.cli.base.CommandFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** A study definition from a YAML file. */
public final class StudyFile {

  /** Maximum size of a file in bytes: more does not fit into a record by default. */
  public static final int MOST_BYTES = 4_000_000;

  /** Maximum length of a name or a value. */
  static final int MOST_CHARACTERS = 10_000;

  private StudyFile() {}

  /**
   * Reads a file.
   *
   * @param path the file, "-" for standard input
   * @throws InvalidRequestException with all problems, each with its path
   */
  static StudyDefinition read(Path path) {
    return of(nameOf(path), tree(path));
  }

  /**
   * Reads the tree of a file; checks only that it is YAML.
   *
   * @param path the file, "-" for standard input
   */
  public static Map<String, Object> tree(Path path) {
    return parse(nameOf(path), text(path, nameOf(path)));
  }

  private static String nameOf(Path path) {
    return path.toString().equals("-") ? "standard input" : path.toString();
  }

  /**
   * Parses the definition in a tree.
   *
   * @param name of the source, for messages
   * @throws InvalidRequestException with all problems, each with its path
   */
  public static StudyDefinition of(String name, Map<String, Object> tree) {
    try {
      return StudyDefinition.of(name, tree);
    } catch (StackOverflowError e) {
      throw tooDeep(name);
    }
  }

  private static String text(Path path, String name) {
    try (InputStream in = path.toString().equals("-") ? System.in : Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw CommandFailure.badInput(
            name + " has more than " + MOST_BYTES + " bytes, which is too large for a record");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw CommandFailure.badInput("there is no file " + name);
    } catch (IOException e) {
      throw CommandFailure.badInput("cannot read " + name + ": " + e.getMessage());
    }
  }

  /**
   * Reads any YAML value from a file.
   *
   * @param path the file, "-" for standard input
   */
  static Object content(Path path) {
    return load(nameOf(path), text(path, nameOf(path)));
  }

  /** A map in YAML 1.2, of which JSON is a part; a key given twice is an error. */
  public static Map<String, Object> parse(String name, String text) {
    if (!(load(name, text) instanceof Map<?, ?> map)) {
      throw CommandFailure.badInput(
          name + " holds no study: it must begin with keys such as 'study: mnist'");
    }
    Map<String, Object> tree = new LinkedHashMap<>();
    map.forEach((key, value) -> tree.put(String.valueOf(key), value));
    return tree;
  }

  private static CommandFailure tooDeep(String name) {
    return CommandFailure.badInput(name + ": is nested too deeply, or contains itself");
  }

  private static Object load(String name, String text) {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(name)
            .setAllowDuplicateKeys(false)
            .setSchema(new CoreSchema())
            .setCodePointLimit(MOST_BYTES)
            // Read at once: with each further part of a long scalar the parser copies all parts so
            // far.
            .setBufferSize(text.length() + 1)
            .build();
    try {
      Object content = new Load(settings).loadFromString(text);
      checkScalars(name, content);
      return content;
    } catch (MarkedYamlEngineException e) {
      String where =
          e.getProblemMark()
              .map(m -> ", line " + (m.getLine() + 1) + ", column " + (m.getColumn() + 1))
              .orElse("");
      throw CommandFailure.badInput(name + where + ": " + e.getProblem());
    } catch (StackOverflowError e) {
      throw tooDeep(name);
    } catch (YamlEngineException e) {
      throw CommandFailure.badInput(name + ": " + e.getMessage());
    }
  }

  private static void checkScalars(String name, Object content) {
    if (content instanceof String text && text.length() > MOST_CHARACTERS) {
      throw CommandFailure.badInput(
          name
              + ": '"
              + text.substring(0, 20)
              + "...' has "
              + text.length()
              + " characters; names and values have at most "
              + MOST_CHARACTERS);
    }
    if (content instanceof Map<?, ?> map) {
      map.forEach(
          (key, value) -> {
            checkScalars(name, key);
            checkScalars(name, value);
          });
    } else if (content instanceof Iterable<?> elements) {
      elements.forEach(element -> checkScalars(name, element));
    }
  }
}
