package io.flexhb.service.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Every setting of the tuner that is not passed through to Kafka or the registry client. */
public enum Setting {
  BOOTSTRAP_SERVERS("bootstrap.servers", null, "Kafka brokers, host:port, separated by commas"),
  SCHEMA_REGISTRY_URL("schema.registry.url", null, "schema registry, e.g. http://localhost:8081"),
  TOPIC_PREFIX("topic.prefix", "flexhb.", "prefix of all topic names"),
  TOPIC_CREATE("flexhb.topic.create", "true", "create topics that are missing: true or false"),
  TOPIC_PARTITIONS(
      "flexhb.topic.partitions",
      "8",
      "partitions of each topic at creation; cannot change later, and bounds how many threads share the studies"),
  TOPIC_REPLICATION(
      "flexhb.topic.replication.factor",
      "-1",
      "replicas of each topic at creation; -1 = the broker's default"),
  APPLICATION_ID(
      "flexhb.application.id", "flexhb-tuner", "consumer group and prefix of internal topics"),
  INSTANCE_ID(
      "flexhb.instance.id", "", "stable name of this instance, for a quick return after a restart"),
  STATE_DIR(
      "flexhb.state.dir", "flexhb-state", "folder of the local stores; keep it across restarts"),
  THREADS("flexhb.threads", "1", "stream threads; each study is served by one"),
  HEAP_STUDIES(
      "flexhb.heap.studies",
      "1000",
      "studies held in memory per partition; others are read from the store"),
  SUGGESTION_THREADS("flexhb.suggestion.threads", "1", "threads that compute suggestions");

  private final String key;
  private final Optional<String> defaultValue;
  private final String meaning;

  Setting(String key, String defaultValue, String meaning) {
    this.key = key;
    this.defaultValue = Optional.ofNullable(defaultValue);
    this.meaning = meaning;
  }

  public String key() {
    return key;
  }

  /** Empty = the setting is required. */
  public Optional<String> defaultValue() {
    return defaultValue;
  }

  public String meaning() {
    return meaning;
  }

  /** Environment variable that overrides the file. */
  public String environmentVariable() {
    String name = key.toUpperCase(Locale.ROOT).replace('.', '_');
    return name.startsWith("FLEXHB_") ? name : "FLEXHB_" + name;
  }

  static Optional<Setting> of(String key) {
    return Arrays.stream(values()).filter(s -> s.key.equals(key)).findFirst();
  }
}
