package io.flexhb.emitter.agent.params;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Hyperparameters as the text of a file: a JSON object or a YAML mapping. */
public final class ParameterFiles {

  private ParameterFiles() {}

  /** A JSON object, sorted by name. Values are Double, Long, String, Boolean, null or lists. */
  public static String json(Map<String, Object> parameters) {
    return sorted(parameters).entrySet().stream()
        .map(e -> "  " + ParameterText.quoted(e.getKey()) + ": " + ParameterText.json(e.getValue()))
        .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
  }

  /** A YAML mapping, sorted by name. Strings are quoted, so that they stay strings. */
  public static String yaml(Map<String, Object> parameters) {
    if (parameters.isEmpty()) {
      return "{}\n";
    }
    return sorted(parameters).entrySet().stream()
        .map(e -> ParameterText.quoted(e.getKey()) + ": " + ParameterText.json(e.getValue()) + "\n")
        .collect(Collectors.joining());
  }

  private static SortedMap<String, Object> sorted(Map<String, Object> parameters) {
    return new TreeMap<>(parameters);
  }
}
