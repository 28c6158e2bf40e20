package io.flexhb.standalone.cli;

import io.flexhb.topics.Topics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a command reaches Kafka and the registry.
 *
 * @param kafka settings of every Kafka client, {@code bootstrap.servers} among them
 * @param registry settings of the registry client, {@code schema.registry.url} among them
 * @param file where the settings were read, if anywhere
 */
record ClientConfig(
    Map<String, String> kafka, Map<String, String> registry, Topics topics, Optional<Path> file) {

  /** Where a broker and a registry on this machine usually are. */
  static final Map<String, String> DEFAULTS =
      Map.of("bootstrap.servers", "localhost:9092", "schema.registry.url", "http://localhost:8081");

  /** The tuner's own settings, which may be in the same file. */
  private static final String TUNER = "flexhb.";

  ClientConfig {
    kafka = Map.copyOf(kafka);
    registry = Map.copyOf(registry);
  }

  static ClientConfig of(Map<String, String> settings, Optional<Path> file) {
    Map<String, String> kafka = new HashMap<>();
    Map<String, String> registry = new HashMap<>();
    kafka.put("bootstrap.servers", DEFAULTS.get("bootstrap.servers"));
    registry.put("schema.registry.url", DEFAULTS.get("schema.registry.url"));
    String prefix = Topics.DEFAULT_PREFIX;
    List<String> unknown = new ArrayList<>();
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      String key = setting.getKey();
      if (key.equals("bootstrap.servers")) {
        kafka.put(key, setting.getValue());
      } else if (key.equals("schema.registry.url")) {
        registry.put(key, setting.getValue());
      } else if (key.equals("topic.prefix")) {
        prefix = setting.getValue();
      } else if (key.startsWith("kafka.")) {
        kafka.put(key.substring("kafka.".length()), setting.getValue());
      } else if (key.startsWith("registry.")) {
        registry.put(key.substring("registry.".length()), setting.getValue());
      } else if (!key.startsWith(TUNER)) {
        unknown.add(key);
      }
    }
    if (!unknown.isEmpty()) {
      throw CommandFailure.badInput(
          file.map(Path::toString).orElse("settings")
              + ": unknown keys "
              + unknown
              + "; known are bootstrap.servers, schema.registry.url, topic.prefix, kafka.*,"
              + " registry.*");
    }
    try {
      return new ClientConfig(kafka, registry, Topics.withPrefix(prefix), file);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.badInput(e.getMessage());
    }
  }

  String broker() {
    return kafka.get("bootstrap.servers");
  }

  /** Never with secrets. */
  @Override
  public String toString() {
    return broker() + file.map(path -> " (from " + path + ")").orElse("");
  }
}
