package io.flexhb.emitter.agent.params;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Hyperparameters as the text of a file; a JSON object, or a YAML mapping. */
public final class ParameterFiles {

  private ParameterFiles() {}

  /** A JSON object, sorted by name. Values are Double, Long, String or Boolean. */
  public static String json(Map<String, Object> parameters) {
    return sorted(parameters).entrySet().stream()
        .map(e -> "  " + quoted(e.getKey()) + ": " + value(e.getValue()))
        .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
  }

  /** A YAML mapping, sorted by name: text in quotes stays text, whatever it looks like. */
  public static String yaml(Map<String, Object> parameters) {
    if (parameters.isEmpty()) {
      return "{}\n";
    }
    return sorted(parameters).entrySet().stream()
        .map(e -> quoted(e.getKey()) + ": " + value(e.getValue()) + "\n")
        .collect(Collectors.joining());
  }

  private static SortedMap<String, Object> sorted(Map<String, Object> parameters) {
    return new TreeMap<>(parameters);
  }

  private static String value(Object value) {
    return value instanceof String text ? quoted(text) : ParameterText.of(value);
  }

  /** JSON's escapes are YAML's too. */
  private static String quoted(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }
}
