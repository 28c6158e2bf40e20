package io.flexhb.emitter;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Reads a {@link TrialClientConfig} from text properties and reports all problems together. */
final class ConfigReader {

  private static final String KAFKA = "kafka.";
  private static final String REGISTRY = "registry.";

  private final Map<String, String> rest;
  private final List<String> problems = new ArrayList<>();

  ConfigReader(Map<String, String> properties) {
    this.rest = new TreeMap<>(properties);
  }

  TrialClientConfig read() {
    TrialClientConfig.Builder builder =
        TrialClientConfig.builder(required("bootstrap.servers"), required("schema.registry.url"));
    optional("worker.id", builder::workerId);
    optional("topic.prefix", builder::topicPrefix);
    optional("connect.timeout.ms", value -> builder.connectTimeout(millis(value)));
    optional("close.timeout.ms", value -> builder.closeTimeout(millis(value)));
    optional("unknown.study.timeout.ms", value -> builder.unknownStudyTimeout(millis(value)));
    for (Map.Entry<String, String> entry : rest.entrySet()) {
      String key = entry.getKey();
      if (key.startsWith(KAFKA)) {
        builder.kafka(key.substring(KAFKA.length()), entry.getValue());
      } else if (key.startsWith(REGISTRY)) {
        builder.registry(key.substring(REGISTRY.length()), entry.getValue());
      } else {
        problems.add("unknown key '" + key + "'");
      }
    }
    if (problems.isEmpty()) {
      return builder.build();
    }
    throw new IllegalArgumentException("worker configuration: " + String.join("; ", problems));
  }

  private String required(String key) {
    String value = rest.remove(key);
    if (value == null || value.isBlank()) {
      problems.add("'" + key + "' is missing");
      return "";
    }
    return value;
  }

  private void optional(String key, Consumer<String> setter) {
    String value = rest.remove(key);
    if (value != null) {
      try {
        setter.accept(value);
      } catch (IllegalArgumentException malformed) {
        problems.add("'" + key + "': " + malformed.getMessage());
      }
    }
  }

  private static Duration millis(String value) {
    try {
      return Duration.ofMillis(Long.parseLong(value.trim()));
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException("'" + value + "' is not a whole number of milliseconds");
    }
  }
}
