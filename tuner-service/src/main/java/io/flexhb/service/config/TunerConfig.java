package io.flexhb.service.config;

import io.flexhb.topics.Topics;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.WallclockTimestampExtractor;

/**
 * What a tuner runs with. {@code flexhb.*} is strict: an unknown key is an error. {@code kafka.*}
 * goes to every Kafka client and {@code registry.*} to the registry client, untouched.
 *
 * @param kafka settings of every Kafka client, {@code bootstrap.servers} among them
 * @param registry settings of the registry client, {@code schema.registry.url} among them
 * @param replicationFactor of topics that are created; -1 = the broker's default
 * @param instanceId empty = a new member of the group at each start
 */
public record TunerConfig(
    SortedMap<String, String> kafka,
    SortedMap<String, String> registry,
    Topics topics,
    boolean createTopics,
    int partitions,
    short replicationFactor,
    String applicationId,
    Optional<String> instanceId,
    Path stateDir,
    int threads,
    int heapStudies,
    int suggestionThreads) {

  private static final int COMMIT_MILLIS = 10;
  private static final int POLL_MILLIS = 5;
  private static final int SESSION_MILLIS = 10_000;

  /**
   * @param file settings as read from a file
   * @param environment environment variables; those named after a setting override the file
   * @throws ConfigProblemsException with all problems at once
   */
  public static TunerConfig of(Map<String, String> file, Map<String, String> environment) {
    return new ConfigReader(file, environment).read();
  }

  public String bootstrapServers() {
    return kafka.get(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG);
  }

  /**
   * Settings of the Streams client. Exactly once with commits every 10 ms: a decision is visible to
   * {@code read_committed} readers about 15 ms after its input.
   */
  public Properties streams() {
    Properties p = new Properties();
    p.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    p.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_MILLIS);
    // Under EOS the poll time bounds how soon a commit can follow the last record of a burst.
    p.put(StreamsConfig.POLL_MS_CONFIG, POLL_MILLIS);
    p.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), 0);
    p.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), SESSION_MILLIS);
    p.put(
        StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, WallclockTimestampExtractor.class);
    p.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, (int) replicationFactor);
    p.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
    p.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
    instanceId.ifPresent(
        id -> p.put(StreamsConfig.consumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG), id));
    p.putAll(kafka);
    p.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId);
    return p;
  }

  /** The effective configuration, a line per setting, without secrets. */
  public String describe() {
    StringBuilder text = new StringBuilder();
    kafka.forEach((key, value) -> line(text, ConfigReader.KAFKA + key, value));
    registry.forEach((key, value) -> line(text, ConfigReader.REGISTRY + key, value));
    line(text, Setting.TOPIC_PREFIX.key(), topics.metrics().replace("metrics.v1", ""));
    line(text, Setting.TOPIC_CREATE.key(), createTopics);
    line(text, Setting.TOPIC_PARTITIONS.key(), partitions);
    line(text, Setting.TOPIC_REPLICATION.key(), replicationFactor);
    line(text, Setting.APPLICATION_ID.key(), applicationId);
    line(text, Setting.INSTANCE_ID.key(), instanceId.orElse(""));
    line(text, Setting.STATE_DIR.key(), stateDir);
    line(text, Setting.THREADS.key(), threads);
    line(text, Setting.HEAP_STUDIES.key(), heapStudies);
    line(text, Setting.SUGGESTION_THREADS.key(), suggestionThreads);
    return text.toString();
  }

  private static void line(StringBuilder text, String key, Object value) {
    text.append(key).append('=').append(Secrets.redact(key, value.toString())).append('\n');
  }

  /** Never with secrets: configurations end up in logs. */
  @Override
  public String toString() {
    return describe();
  }
}
