package io.flexhb.service.config;

import io.flexhb.service.admin.TopicPlan;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Derives the settings of the tuner's clients from those of the tuner. Settings that the user
 * passes through override these defaults, except those that the tuner's guarantees depend on: they
 * cannot be passed through.
 */
public final class ClientSettings {

  /**
   * Bytes that producer and topics accept beyond the largest record: for the overhead of batch and
   * record, and for the headers that the tuner adds to a record it forwards.
   */
  public static final int OVERHEAD_BYTES = 100_000;

  private static final int SESSION_TIMEOUT_MS = 10_000;

  /**
   * A member learns of a rebalance from the answer to a heartbeat. Partitions that move have no
   * owner until all members know, so this is most of the time in which their studies wait.
   */
  private static final int HEARTBEAT_INTERVAL_MS = 500;

  /** Practically unused: the tuner requests its commits itself, see CommitPace. */
  private static final int COMMIT_INTERVAL_MS = 5_000;

  private static final int POLL_MS = 5;

  /** Works without native code where that cannot be loaded; see ADR 17. */
  private static final String COMPRESSION = "lz4";

  /**
   * Large enough for the records of a busy partition between two commits, so that they are sent in
   * one request.
   */
  private static final int PRODUCER_BATCH_BYTES = 65_536;

  private final TunerConfig config;

  /** Settings of the clients of a tuner with this configuration. */
  public ClientSettings(TunerConfig config) {
    this.config = config;
  }

  /** Settings of Kafka Streams. */
  public Properties streams() {
    Map<String, Object> settings = new HashMap<>();
    settings.put(StreamsConfig.POLL_MS_CONFIG, POLL_MS);
    settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_INTERVAL_MS);
    settings.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksDb.class);
    settings.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG),
        SESSION_TIMEOUT_MS);
    settings.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG),
        HEARTBEAT_INTERVAL_MS);
    // No record depends on the order between topics, so none has to wait for another topic.
    settings.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
    settings.put(
        StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), PRODUCER_BATCH_BYTES);
    // Without a prefix, so that kafka.compression.type overrides it.
    settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, COMPRESSION);
    // A task has more than a hundred metrics. Registering each with JMX and with the broker's
    // telemetry delays a rebalance; Prometheus reads those that matter from the tuner's own page.
    settings.put(StreamsConfig.METRIC_REPORTER_CLASSES_CONFIG, "");
    settings.put(StreamsConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    // The producer keeps the linger of Kafka Streams. Records become visible with the commit, which
    // flushes; sending them earlier would only cause more requests.
    settings.putAll(config.kafka());
    settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, config.text(Setting.BOOTSTRAP_SERVERS));
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, config.text(Setting.APPLICATION_ID));
    settings.put(StreamsConfig.STATE_DIR_CONFIG, config.text(Setting.STATE_DIR));
    settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, config.whole(Setting.THREADS));
    settings.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, config.whole(Setting.TOPIC_REPLICATION));
    settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    settings.put(
        StreamsConfig.consumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG), config.instanceId());
    settings.put(
        StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), messageBytes());
    Properties properties = new Properties();
    properties.putAll(settings);
    return properties;
  }

  /** Settings of an admin client whose calls end within the connect timeout. */
  public Map<String, Object> admin() {
    Map<String, Object> settings =
        new StreamsConfig(streams()).getAdminConfigs(config.text(Setting.APPLICATION_ID));
    int timeout = config.whole(Setting.CONNECT_TIMEOUT_MS);
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, timeout);
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeout);
    settings.put(AdminClientConfig.RETRY_BACKOFF_MS_CONFIG, 100);
    return settings;
  }

  /** Settings of a consumer without a group that reads committed records from the beginning. */
  public Map<String, Object> reader() {
    Map<String, Object> settings =
        new StreamsConfig(streams())
            .getRestoreConsumerConfigs(config.text(Setting.APPLICATION_ID) + "-reader");
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(
        ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, config.whole(Setting.CONNECT_TIMEOUT_MS));
    settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
    settings.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    return settings;
  }

  /** Settings of the producer of suggestions: idempotent, without transactions. */
  public Map<String, Object> producer() {
    Map<String, Object> settings =
        new StreamsConfig(streams())
            .getProducerConfigs(config.text(Setting.APPLICATION_ID) + "-suggestions");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    return settings;
  }

  /**
   * Settings of the registry's client. Placeholders for config providers (secrets in files, for
   * example) are resolved here; Kafka's own clients resolve them themselves.
   */
  public Map<String, Object> registry() {
    Map<String, Object> settings = new HashMap<>(config.registry());
    settings.put(Setting.SCHEMA_REGISTRY_URL.key(), config.text(Setting.SCHEMA_REGISTRY_URL));
    Map<String, Object> withProviders = new HashMap<>(settings);
    config
        .kafka()
        .forEach(
            (key, value) -> {
              if (key.startsWith(AbstractConfig.CONFIG_PROVIDERS_CONFIG)) {
                withProviders.put(key, value);
              }
            });
    Map<String, Object> resolved =
        new AbstractConfig(new ConfigDef(), withProviders, false).originals();
    resolved.keySet().retainAll(settings.keySet());
    return resolved;
  }

  /** Topic settings of the store's changelog. */
  public Map<String, String> changelog() {
    return Map.of(
        TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
        Integer.toString(messageBytes()),
        TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
        TopicPlan.TIMESTAMP_TYPE);
  }

  /** Bytes that topics and producer must accept so that the largest record passes. */
  public int messageBytes() {
    return config.whole(Setting.RECORD_MAX_BYTES) + OVERHEAD_BYTES;
  }
}
