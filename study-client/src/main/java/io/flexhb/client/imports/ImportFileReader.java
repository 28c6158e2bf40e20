package io.flexhb.client.imports;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.flexhb.client.InvalidRequestException;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Parameter;
import io.flexhb.core.space.SearchSpace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads earlier results from a UTF-8 file: CSV whose first line names the columns, or one JSON
 * object per line. Columns and keys are described in docs/import.md.
 */
public final class ImportFileReader {

  /** Largest file; a study accepts far less. */
  public static final int MOST_BYTES = 64_000_000;

  private static final String RESOURCE = "resource";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  private final ImportBuilder rows;
  private final Set<String> ignored;

  /**
   * @param rows receives the rows
   * @param ignored names of columns or keys to ignore
   */
  public ImportFileReader(ImportBuilder rows, Set<String> ignored) {
    this.rows = rows;
    this.ignored = ignored;
  }

  /**
   * Reads a file.
   *
   * @throws InvalidRequestException when it cannot be read at all; {@link ImportBuilder#build}
   *     reports unusable rows
   */
  public void read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      read(in, file.toString());
    } catch (NoSuchFileException e) {
      throw new InvalidRequestException("there is no file " + file);
    } catch (IOException e) {
      throw unreadable(file.toString(), e);
    }
  }

  /**
   * Reads a stream to its end; it is not closed.
   *
   * @param name of the stream, for messages
   * @throws InvalidRequestException as for a file
   */
  public void read(InputStream in, String name) {
    try {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new InvalidRequestException(
            name + " has more than " + MOST_BYTES + " bytes; split it, or leave columns out");
      }
      read(new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw unreadable(name, e);
    }
  }

  private static InvalidRequestException unreadable(String name, IOException cause) {
    return new InvalidRequestException("cannot read " + name + ": " + cause.getMessage());
  }

  private void read(String content) throws IOException {
    String text = content.startsWith("\uFEFF") ? content.substring(1) : content;
    BufferedReader lines = new BufferedReader(new StringReader(text));
    if (text.stripLeading().startsWith("{")) {
      json(lines);
    } else if (text.stripLeading().startsWith("[")) {
      throw new InvalidRequestException(
          "a JSON list is not supported; give one JSON object on each line");
    } else {
      csv(new CsvReader(lines));
    }
  }

  // CSV

  private void csv(CsvReader csv) throws IOException {
    List<String> names =
        csv.next().orElseThrow(() -> new InvalidRequestException("the file is empty")).values();
    checkHeader(names);
    for (Optional<CsvReader.Cells> cells = csv.next(); cells.isPresent(); cells = csv.next()) {
      line(names, cells.get());
    }
  }

  private void checkHeader(List<String> names) {
    SearchSpace space = rows.spec().space();
    String metric = rows.spec().objective().metric();
    Set<String> parameters = new HashSet<>();
    space.parameters().forEach(parameter -> parameters.add(parameter.name()));
    List<String> problems = new ArrayList<>();
    for (String needed : List.of(RESOURCE, metric)) {
      if (parameters.contains(needed)) {
        problems.add(
            "'" + needed + "' is the name of a parameter too; give JSON lines in place of CSV");
      } else if (!names.contains(needed)) {
        problems.add("there is no column '" + needed + "'; add it");
      }
    }
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      boolean known = parameters.contains(name) || name.equals(RESOURCE) || name.equals(metric);
      if (!known && !ignored.contains(name)) {
        problems.add(
            "column '"
                + name
                + "' is not a parameter of the study; rename it, or leave it out with --ignore '"
                + name
                + "'");
      }
      if (!seen.add(name) && !ignored.contains(name)) {
        problems.add("column '" + name + "' is there twice; remove one");
      }
    }
    if (!problems.isEmpty()) {
      throw new InvalidRequestException(
          "the first line must name the columns, separated by commas; nothing was sent:\n  "
              + String.join("\n  ", problems));
    }
  }

  private void line(List<String> names, CsvReader.Cells cells) {
    String place = "line " + cells.line();
    if (cells.values().size() != names.size()) {
      rows.reject(
          place,
          "has "
              + cells.values().size()
              + " value(s), there are "
              + names.size()
              + " columns; quote values that hold a comma");
      return;
    }
    Map<String, Object> values = new LinkedHashMap<>();
    String resource = "";
    String metric = "";
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      String cell = cells.values().get(i);
      if (name.equals(RESOURCE)) {
        resource = cell;
      } else if (name.equals(rows.spec().objective().metric())) {
        metric = cell;
      } else if (!ignored.contains(name) && !cell.isEmpty()) {
        values.put(name, value(name, cell));
      }
    }
    rows.add(place, values, List.of(entry(resource, metric)));
  }

  /**
   * The cell's text if that is a value of the parameter, otherwise its value as JSON or Python
   * literal.
   */
  private Object value(String name, String cell) {
    SearchSpace space = rows.spec().space();
    Configuration asText = space.coerce(Map.of(name, cell));
    boolean isText =
        space.parameters().stream().map(Parameter::name).anyMatch(name::equals)
            && space.checkValues(asText).isEmpty();
    if (isText) {
      return cell;
    }
    return switch (cell) {
      case "True" -> true;
      case "False" -> false;
      default -> {
        try {
          Object read = JSON.readValue(cell, Object.class);
          yield read instanceof Map || read == null && asText.values().isEmpty() ? cell : read;
        } catch (JsonProcessingException noJson) {
          yield cell;
        }
      }
    };
  }

  // JSON

  private void json(BufferedReader lines) throws IOException {
    int number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      if (!line.isBlank()) {
        object("line " + number, line);
      }
    }
  }

  private void object(String place, String line) {
    try {
      if (!(JSON.readValue(line, Object.class) instanceof Map<?, ?> row)) {
        rows.reject(place, "must be a JSON object");
        return;
      }
      Optional<String> unknown =
          row.keySet().stream()
              .map(String::valueOf)
              .filter(
                  key -> !Set.of("configuration", RESOURCE, "values", "measurements").contains(key))
              .filter(key -> !ignored.contains(key))
              .findFirst();
      if (unknown.isPresent()) {
        rows.reject(
            place,
            unknown.get()
                + " means nothing here; there are configuration, resource, values and measurements");
      } else if (!(row.get("configuration") instanceof Map<?, ?> configuration)) {
        rows.reject(place, "configuration must be an object: name of a parameter to its value");
      } else if (row.containsKey("measurements") && row.containsKey(RESOURCE)) {
        rows.reject(place, "has measurements and resource; give one of them");
      } else {
        measurements(place, row).ifPresent(found -> rows.add(place, named(configuration), found));
      }
    } catch (JsonProcessingException broken) {
      rows.reject(place, "is not a JSON object on one line: " + broken.getOriginalMessage());
    }
  }

  private Optional<List<Map.Entry<?, ?>>> measurements(String place, Map<?, ?> row) {
    Object given = row.containsKey("measurements") ? row.get("measurements") : List.of(row);
    List<Map.Entry<?, ?>> found = new ArrayList<>();
    if (given instanceof List<?> list) {
      for (Object one : list) {
        if (one instanceof Map<?, ?> measured
            && measured.get("values") instanceof Map<?, ?> values) {
          found.add(entry(measured.get(RESOURCE), values.get(rows.spec().objective().metric())));
        } else {
          rows.reject(place, "each measurement needs resource, and values: metric to number");
          return Optional.empty();
        }
      }
      return Optional.of(found);
    }
    rows.reject(place, "measurements must be a list of {\"resource\": ..., \"values\": {...}}");
    return Optional.empty();
  }

  private static Map<String, Object> named(Map<?, ?> map) {
    Map<String, Object> named = new LinkedHashMap<>();
    map.forEach((name, value) -> named.put(String.valueOf(name), value));
    return named;
  }

  /** Either may be null. */
  private static Map.Entry<?, ?> entry(Object resource, Object metric) {
    return new AbstractMap.SimpleEntry<>(resource, metric);
  }
}
