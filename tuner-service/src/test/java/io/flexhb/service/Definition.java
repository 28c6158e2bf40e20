package io.flexhb.service;

import io.flexhb.codec.Definitions;
import io.flexhb.core.spec.StudySpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Study definitions for tests, as JSON text. */
public final class Definition {

  private final Map<String, String> parts = new LinkedHashMap<>();

  private Definition() {}

  /**
   * Two brackets a loop, 3@1→1@3 and 2@3; one real parameter, random sampling inline, GloSH whose
   * coin always says revive.
   */
  public static Definition small(String study) {
    Definition definition = new Definition();
    definition.parts.put("study", '"' + study + '"');
    definition.parts.put("objective", "{\"metric\": \"loss\", \"direction\": \"minimize\"}");
    definition.parts.put("resource", "{\"max\": 3, \"eta\": 3}");
    definition.parts.put("seed", "7");
    definition.parts.put("sampler", "\"random\"");
    definition.parts.put("brackets", "\"hyperband\"");
    definition.parts.put("promotion", "\"glosh\"");
    definition.parts.put("space", "{\"lr\": {\"type\": \"double\", \"low\": 0.001, \"high\": 1}}");
    definition.parts.put("limits", "{\"loops\": 2}");
    return definition;
  }

  /** With another value, as JSON text, at a key of the top level. */
  public Definition with(String key, String json) {
    parts.put(key, json);
    return this;
  }

  public String json() {
    return parts.entrySet().stream()
        .map(part -> '"' + part.getKey() + "\": " + part.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  public StudySpec spec() {
    return Definitions.read(json()).orElseThrow();
  }
}
