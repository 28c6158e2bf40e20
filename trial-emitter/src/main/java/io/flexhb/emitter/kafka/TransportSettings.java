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
 * The settings with which a worker reaches the tuner. May hold secrets: {@link #toString()} omits
 * properties.
 *
 * @param bootstrapServers host:port of one or more brokers, separated by commas
 * @param schemaRegistryUrl http(s) URL, or {@code mock://scope}
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

  /**
   * Properties that the protocol relies on; other values would lose, duplicate or reorder records.
   */
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
   * Checks that required settings are present and fixed ones are not set.
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
          "schema registry URL '" + schemaRegistryUrl + "' must start with http:// or https://");
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

  /**
   * Settings of the producer: nothing is lost while the process lives, and records of one slot keep
   * their order.
   */
  Map<String, Object> producer() {
    Map<String, Object> properties = common();
    // An outage of any length is waited out; the caller of close sets the limit.
    properties.putIfAbsent(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
    properties.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, Long.MAX_VALUE);
    properties.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 2);
    properties.putIfAbsent(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    return properties;
  }

  /**
   * Settings of the consumer: committed records only, and no group, since the reader keeps the
   * positions.
   */
  Map<String, Object> consumer() {
    Map<String, Object> properties = common();
    properties.putIfAbsent(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    // Applies only when commands were deleted unread; the protocol repeats missed ones.
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
    return properties;
  }

  /** Settings of the admin client for a short check at the start. */
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
    // After an outage of the broker, half a lease remains for a heartbeat. Set explicitly although
    // // it is Kafka's default, because a longer backoff would lose attempts.
    properties.putIfAbsent(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000);
    return properties;
  }

  @Override
  public String toString() {
    return "TransportSettings[" + bootstrapServers + ", topics " + topics.commands() + " ...]";
  }
}
