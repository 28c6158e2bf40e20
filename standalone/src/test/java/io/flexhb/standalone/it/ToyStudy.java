package io.flexhb.standalone.it;

import io.flexhb.codec.Definitions;
import io.flexhb.core.spec.StudySpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** A study for {@link ToyWorkers}: how it is defined, and which one of its name it is. */
public final class ToyStudy {

  private final String name;
  private final UUID incarnation;
  private final Map<String, String> parts;
  private final boolean existed;

  private ToyStudy(String name, UUID incarnation, Map<String, String> parts, boolean existed) {
    this.name = name;
    this.incarnation = incarnation;
    this.parts = parts;
    this.existed = existed;
  }

  /** FlexHB in two dimensions, up to 9 epochs a trial, with a lease of 3 s. */
  public static ToyStudy named(String name) {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("study", '"' + name + '"');
    parts.put("objective", "{\"metric\": \"loss\", \"direction\": \"minimize\"}");
    parts.put("resource", "{\"max\": 9, \"eta\": 3, \"unit\": \"epochs\"}");
    parts.put("seed", "7");
    parts.put(
        "space",
        "{\"x\": {\"type\": \"double\", \"low\": 0, \"high\": 1},"
            + " \"y\": {\"type\": \"double\", \"low\": 0, \"high\": 1}}");
    parts.put("limits", "{\"budget\": 200}");
    parts.put("trial", "{\"lease\": \"3s\", \"startTimeout\": \"10s\", \"wait\": \"500ms\"}");
    return new ToyStudy(name, UUID.randomUUID(), parts, false);
  }

  /** One that an earlier build has decided on: the incarnation of that name. */
  static ToyStudy existing(String name, UUID incarnation) {
    return new ToyStudy(name, incarnation, named(name).parts, true);
  }

  /** With another value, as JSON text, at a key of the top level. */
  public ToyStudy with(String key, String json) {
    Map<String, String> changed = new LinkedHashMap<>(parts);
    changed.put(key, json);
    return new ToyStudy(name, incarnation, changed, existed);
  }

  /** The same made anew, under the same name. */
  public ToyStudy again() {
    return new ToyStudy(name, UUID.randomUUID(), parts, false);
  }

  /** Whether its first decisions are those of an earlier build. */
  boolean existed() {
    return existed;
  }

  public String name() {
    return name;
  }

  public UUID incarnation() {
    return incarnation;
  }

  public String definition() {
    return parts.entrySet().stream()
        .map(part -> '"' + part.getKey() + "\": " + part.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  public StudySpec spec() {
    return Definitions.read(definition()).orElseThrow();
  }
}
