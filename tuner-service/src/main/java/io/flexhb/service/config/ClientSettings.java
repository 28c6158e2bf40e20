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
 * The tuner's settings as those of the clients it uses. Ours come first, what the user passes
 * through wins, and what the tuner's promises stand on cannot be passed through at all.
 */
public final class ClientSettings {

  /**
   * What producer and topics let pass beyond the largest record: for the overhead of batch and
   * record, and for what the tuner adds to the headers of a record that it sends on.
   */
  public static final int OVERHEAD_BYTES = 100_000;

  private static final int SESSION_TIMEOUT_MS = 10_000;
  private static final int HEARTBEAT_INTERVAL_MS = 3_000;

  /** Never, as it were: the tuner asks for its commits itself, see CommitPace. */
  private static final int COMMIT_INTERVAL_MS = 5_000;

  private static final int POLL_MS = 5;

  /** Needs no native code where that cannot be loaded; see ADR 17. */
  private static final String COMPRESSION = "lz4";

  /** Holds what a busy partition gets between two commits, so that it goes out in one request. */
  private static final int PRODUCER_BATCH_BYTES = 65_536;

  private final TunerConfig config;

  /** The settings of the clients of a tuner that is configured like this. */
  public ClientSettings(TunerConfig config) {
    this.config = config;
  }

  /** Of Kafka Streams. */
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
    // No record's meaning depends on one of another topic, so none has to wait for one.
    settings.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
    settings.put(
        StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), PRODUCER_BATCH_BYTES);
    // Without a prefix, so that kafka.compression.type is enough to choose another.
    settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, COMPRESSION);
    // The producer's linger stays that of Kafka Streams: nobody sees a record before its commit,
    // which flushes, so records that are sent earlier would only make more requests.
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

  /** Of an admin client that answers within the time the start may take. */
  public Map<String, Object> admin() {
    Map<String, Object> settings =
        new StreamsConfig(streams()).getAdminConfigs(config.text(Setting.APPLICATION_ID));
    int timeout = config.whole(Setting.CONNECT_TIMEOUT_MS);
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, timeout);
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeout);
    settings.put(AdminClientConfig.RETRY_BACKOFF_MS_CONFIG, 100);
    return settings;
  }

  /** Of a consumer without a group that reads what is committed, from the beginning. */
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

  /** Of the producer of suggestions: idempotent, without transactions. */
  public Map<String, Object> producer() {
    Map<String, Object> settings =
        new StreamsConfig(streams())
            .getProducerConfigs(config.text(Setting.APPLICATION_ID) + "-suggestions");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    return settings;
  }

  /**
   * Of the registry's client, with what config providers (secrets in files, say) give for
   * placeholders; Kafka's own clients resolve those themselves.
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

  /** What topics and producer must let pass, so that the largest record does. */
  public int messageBytes() {
    return config.whole(Setting.RECORD_MAX_BYTES) + OVERHEAD_BYTES;
  }
}
