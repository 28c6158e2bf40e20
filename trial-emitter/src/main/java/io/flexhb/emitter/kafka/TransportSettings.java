package io.flexhb.emitter.kafka;

import io.flexhb.topics.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * What a worker needs to reach the tuner. May hold secrets: {@link #toString()} leaves properties
 * out.
 *
 * @param bootstrapServers host:port of one or more brokers, separated by commas
 * @param schemaRegistryUrl http(s) url, or {@code mock://scope}
 * @param topics names of the topics
 * @param kafka passed through to producer and consumer
 * @param registry passed through to the registry client
 * @param connectTimeout how long to wait for broker, topics and registry before giving up
 */
public record TransportSettings(
    String bootstrapServers,
    String schemaRegistryUrl,
    Topics topics,
    Map<String, String> kafka,
    Map<String, String> registry,
    Duration connectTimeout) {

  /** What the protocol stands on; another value would lose, double or reorder records. */
  private static final Set<String> FIXED =
      Set.of(
          ProducerConfig.ACKS_CONFIG,
          ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
          ProducerConfig.TRANSACTIONAL_ID_CONFIG,
          ProducerConfig.PARTITIONER_CLASS_CONFIG,
          ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
          ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
          ConsumerConfig.ISOLATION_LEVEL_CONFIG,
          ConsumerConfig.GROUP_ID_CONFIG,
          ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
          ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
          ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG);

  private static final int ADMIN_TIMEOUT_MS = 3_000;

  /**
   * Checks that nothing needed is missing and nothing fixed is set.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  public TransportSettings {
    if (bootstrapServers.isBlank()) {
      throw new IllegalArgumentException(
          "bootstrap servers are missing: give host:port of a broker");
    }
    if (!schemaRegistryUrl.matches("(https?|mock)://.+")) {
      throw new IllegalArgumentException(
          "schema registry url '" + schemaRegistryUrl + "' must start with http:// or https://");
    }
    Set<String> overridden = new TreeSet<>(kafka.keySet());
    overridden.retainAll(FIXED);
    if (!overridden.isEmpty()) {
      throw new IllegalArgumentException(
          "kafka properties " + overridden + " are set by the protocol: remove them");
    }
    kafka = Map.copyOf(kafka);
    registry = Map.copyOf(registry);
  }

  /** Nothing is lost while the process lives, and records of one slot keep their order. */
  Map<String, Object> producer() {
    Map<String, Object> properties = common();
    // An outage of any length is waited out; who closes decides how long.
    properties.putIfAbsent(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
    properties.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, Long.MAX_VALUE);
    properties.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 2);
    properties.putIfAbsent(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    return properties;
  }

  /** Committed records only; no group, positions are the reader's own. */
  Map<String, Object> consumer() {
    Map<String, Object> properties = common();
    properties.putIfAbsent(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    // Only after commands were deleted unread; what was missed the protocol brings again.
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
    return properties;
  }

  /** For a question at the start, which must not take long. */
  Map<String, Object> admin() {
    Map<String, Object> properties = common();
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ADMIN_TIMEOUT_MS);
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ADMIN_TIMEOUT_MS);
    return properties;
  }

  Map<String, Object> codec() {
    Map<String, Object> properties = new HashMap<>(registry);
    properties.put("schema.registry.url", schemaRegistryUrl);
    return properties;
  }

  private Map<String, Object> common() {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    // When the broker is back after an outage, half a lease is left to be heard. Said here though
    // it
    // is Kafka's default: attempts are lost with a longer one.
    properties.putIfAbsent(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000);
    return properties;
  }

  @Override
  public String toString() {
    return "TransportSettings[" + bootstrapServers + ", topics " + topics.commands() + " ...]";
  }
}
