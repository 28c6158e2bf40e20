package io.flexhb.client;

import io.flexhb.topics.Topics;
import java.util.HashMap;
import java.util.Map;

/**
 * How a client reaches Kafka and the registry.
 *
 * @param kafka settings of every Kafka client, including {@code bootstrap.servers}
 * @param registry settings of the registry client, including {@code schema.registry.url}
 * @param topics names of the topics
 * @param origin the brokers' address and its source, for messages
 */
public record StudyClientConfig(
    Map<String, String> kafka, Map<String, String> registry, Topics topics, String origin) {

  /** Setting for the brokers. */
  public static final String BOOTSTRAP_SERVERS = "bootstrap.servers";

  /** Setting for the registry. */
  public static final String SCHEMA_REGISTRY_URL = "schema.registry.url";

  /** Checks that brokers and registry are set. */
  public StudyClientConfig {
    require(kafka, BOOTSTRAP_SERVERS);
    require(registry, SCHEMA_REGISTRY_URL);
    kafka = Map.copyOf(kafka);
    registry = Map.copyOf(registry);
  }

  private static void require(Map<String, String> settings, String key) {
    if (settings.getOrDefault(key, "").isBlank()) {
      throw new IllegalArgumentException(key + " is missing");
    }
  }

  /**
   * Starts with the defaults.
   *
   * @param bootstrapServers host:port of one or more brokers, separated by commas
   * @param schemaRegistryUrl e.g. {@code http://localhost:8081}, or {@code mock://scope} in tests
   */
  public static Builder builder(String bootstrapServers, String schemaRegistryUrl) {
    return new Builder(bootstrapServers, schemaRegistryUrl);
  }

  /** The brokers, as host:port. */
  public String bootstrapServers() {
    return kafka.get(BOOTSTRAP_SERVERS);
  }

  /** The brokers' address and its source; never with secrets. */
  @Override
  public String toString() {
    return origin;
  }

  /** Collects settings that differ from the defaults. */
  public static final class Builder {
    private final Map<String, String> kafka = new HashMap<>();
    private final Map<String, String> registry = new HashMap<>();
    private Topics topics = Topics.defaults();

    private Builder(String bootstrapServers, String schemaRegistryUrl) {
      kafka.put(BOOTSTRAP_SERVERS, bootstrapServers);
      registry.put(SCHEMA_REGISTRY_URL, schemaRegistryUrl);
    }

    /** Another prefix of the topics than {@code flexhb.}. */
    public Builder topicPrefix(String prefix) {
      this.topics = Topics.withPrefix(prefix);
      return this;
    }

    /** A property of Kafka's clients, e.g. {@code security.protocol}. */
    public Builder kafka(String key, String value) {
      kafka.put(key, value);
      return this;
    }

    /** A property of the schema registry client, e.g. {@code basic.auth.user.info}. */
    public Builder registry(String key, String value) {
      registry.put(key, value);
      return this;
    }

    /**
     * Builds the configuration.
     *
     * @throws IllegalArgumentException naming what is missing
     */
    public StudyClientConfig build() {
      return new StudyClientConfig(kafka, registry, topics, kafka.get(BOOTSTRAP_SERVERS));
    }
  }
}
