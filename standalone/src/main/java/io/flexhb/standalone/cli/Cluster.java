package io.flexhb.standalone.cli;

import io.flexhb.registry.AvroCodec;
import io.flexhb.service.admin.Rights;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * The Kafka cluster and the registry as a command sees them. Whatever is out of reach is a {@link
 * CommandFailure} within ten seconds. Not thread-safe.
 */
final class Cluster implements AutoCloseable {
  private static final String CALL_LIMIT_MILLIS = "5000";
  private static final String REQUEST_LIMIT_MILLIS = "2500";

  private final ClientConfig config;
  private final Admin admin;
  private final AvroCodec codec;
  private final Map<String, Integer> partitions = new HashMap<>();

  private Cluster(ClientConfig config, Admin admin, AvroCodec codec) {
    this.config = config;
    this.admin = admin;
    this.codec = codec;
  }

  /** Makes sure that a broker answers. The registry is asked when it is needed. */
  static Cluster connect(ClientConfig config) {
    AvroCodec codec = AvroCodec.forValues(config.registry());
    Admin admin;
    try {
      admin = Admin.create(settings(config));
    } catch (KafkaException e) {
      codec.close();
      throw notCreated(config, e);
    }
    Cluster cluster = new Cluster(config, admin, codec);
    try {
      admin.describeCluster().nodes().get();
      return cluster;
    } catch (ExecutionException e) {
      cluster.close();
      throw unreachable(config, e.getCause());
    } catch (InterruptedException e) {
      cluster.close();
      throw new InterruptException(e);
    }
  }

  private static CommandFailure notCreated(ClientConfig config, KafkaException failure) {
    Throwable why = Failures.innermost(failure);
    String message = "cannot reach Kafka at " + config + ": " + why.getMessage();
    // A name that does not resolve may do so tomorrow; every other wrong setting stays wrong.
    boolean unresolved = String.valueOf(why.getMessage()).contains("No resolvable bootstrap urls");
    return why instanceof ConfigException && !unresolved
        ? CommandFailure.badInput(message)
        : CommandFailure.environment(message, failure);
  }

  private static CommandFailure unreachable(ClientConfig config, Throwable why) {
    if (why instanceof TimeoutException) {
      return CommandFailure.environment(
          "no Kafka broker answers at "
              + config
              + ". Start one with 'flexhb dev', or name yours with --bootstrap-server.",
          why);
    }
    return CommandFailure.environment("Kafka at " + config + " refuses: " + why.getMessage(), why);
  }

  ClientConfig config() {
    return config;
  }

  AvroCodec codec() {
    return codec;
  }

  /** Settings of a client that gives up in time. */
  Map<String, Object> clientSettings() {
    return settings(config);
  }

  private static Map<String, Object> settings(ClientConfig config) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("default.api.timeout.ms", CALL_LIMIT_MILLIS);
    settings.put("request.timeout.ms", REQUEST_LIMIT_MILLIS);
    settings.put("client.id", "flexhb-cli");
    settings.putAll(config.kafka());
    return settings;
  }

  /** A producer of ready-made values that confirms each record. */
  Producer<String, byte[]> producer() {
    return new KafkaProducer<>(
        producerSettings(), new StringSerializer(), new ByteArraySerializer());
  }

  /** The same with ready-made keys. */
  Producer<byte[], byte[]> producerOfBytes() {
    return new KafkaProducer<>(
        producerSettings(), new ByteArraySerializer(), new ByteArraySerializer());
  }

  private Map<String, Object> producerSettings() {
    Map<String, Object> settings = clientSettings();
    settings.put("acks", "all");
    settings.put("enable.idempotence", "true");
    settings.put("linger.ms", "0");
    settings.put("max.block.ms", CALL_LIMIT_MILLIS);
    settings.put("delivery.timeout.ms", CALL_LIMIT_MILLIS);
    return settings;
  }

  /**
   * The number of partitions of a topic.
   *
   * @throws CommandFailure when there is no such topic
   */
  int partitions(String topic) {
    return partitions.computeIfAbsent(topic, this::askPartitions);
  }

  private int askPartitions(String topic) {
    try {
      return admin
          .describeTopics(List.of(topic))
          .allTopicNames()
          .get()
          .get(topic)
          .partitions()
          .size();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        throw CommandFailure.environment(
            "there is no topic "
                + topic
                + " at "
                + config
                + ". Make the topics with 'flexhb topics apply', or check --topic-prefix.",
            e);
      }
      if (e.getCause() instanceof TopicAuthorizationException) {
        throw CommandFailure.environment(
            denied(config, new TopicAuthorizationException(Set.of(topic)), "DESCRIBE"), e);
      }
      throw unreachable(config, e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /** The partition of a topic that holds everything about a study. */
  TopicPartition partitionOf(String topic, String study) {
    byte[] key = study.getBytes(StandardCharsets.UTF_8);
    return new TopicPartition(topic, BuiltInPartitioner.partitionForKey(key, partitions(topic)));
  }

  /** All partitions of a topic. */
  List<TopicPartition> allPartitionsOf(String topic) {
    return IntStream.range(0, partitions(topic))
        .mapToObj(i -> new TopicPartition(topic, i))
        .toList();
  }

  /** Reads from where the partitions end now. */
  TopicReader readerAtEnd(List<TopicPartition> of) {
    return TopicReader.atEnd(this, of);
  }

  /** Reads from where the partitions begin. */
  TopicReader readerAtBeginning(List<TopicPartition> of) {
    return TopicReader.atBeginning(this, of);
  }

  /** As {@link #readerAtBeginning}; a key is text with a character for each of its bytes. */
  TopicReader readerOfBytes(List<TopicPartition> of) {
    return TopicReader.ofBytesAtBeginning(this, of);
  }

  /**
   * A record that was sent was not taken, and why.
   *
   * @param topics it was one of
   */
  CommandFailure notTaken(Set<String> topics, Throwable why) {
    if (why instanceof TopicAuthorizationException denied) {
      return CommandFailure.environment(denied(config, denied, "WRITE"), why);
    }
    if (why instanceof ClusterAuthorizationException) {
      // Who may write to no topic at all may not even begin.
      TopicAuthorizationException denied = new TopicAuthorizationException(topics);
      return CommandFailure.environment(denied(config, denied, "WRITE"), why);
    }
    return CommandFailure.environment(
        "Kafka at " + config + " did not take it: " + why.getMessage(), why);
  }

  /** A right is missing, and which. */
  static String denied(ClientConfig config, TopicAuthorizationException denied, String operation) {
    return "Kafka at "
        + config
        + " denies "
        + operation
        + " on topic "
        + String.join(", ", new TreeSet<>(denied.unauthorizedTopics()))
        + ". "
        + Rights.GRANT;
  }

  Admin admin() {
    return admin;
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
    codec.close();
  }
}
