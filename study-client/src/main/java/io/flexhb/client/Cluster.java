package io.flexhb.client;

import io.flexhb.registry.AvroCodec;
import io.flexhb.topics.MissingRight;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
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
 * The Kafka cluster and the registry as a client sees them. Anything unreachable causes a {@link
 * StudyClientException} within ten seconds. Not thread-safe.
 */
public final class Cluster implements AutoCloseable {
  private static final String CALL_LIMIT_MILLIS = "5000";
  private static final String REQUEST_LIMIT_MILLIS = "2500";

  private final StudyClientConfig config;
  private final Admin admin;
  private final AvroCodec codec;
  private final Map<String, Integer> partitions = new HashMap<>();

  private Cluster(StudyClientConfig config, Admin admin, AvroCodec codec) {
    this.config = config;
    this.admin = admin;
    this.codec = codec;
  }

  /** Connects and checks that a broker answers. The registry is contacted when it is needed. */
  public static Cluster connect(StudyClientConfig config) {
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

  private static StudyClientException notCreated(StudyClientConfig config, KafkaException failure) {
    Throwable why = innermost(failure);
    String message = "cannot reach Kafka at " + config + ": " + why.getMessage();
    // A name that does not resolve may resolve later; any other wrong setting stays wrong.
    boolean unresolved = String.valueOf(why.getMessage()).contains("No resolvable bootstrap urls");
    return why instanceof ConfigException && !unresolved
        ? new InvalidRequestException(message)
        : new ClusterUnavailableException(message, failure);
  }

  private static ClusterUnavailableException unreachable(StudyClientConfig config, Throwable why) {
    if (why instanceof TimeoutException) {
      return new ClusterUnavailableException(
          "no Kafka broker answers at "
              + config
              + ". Start one with 'flexhb dev', or name yours with --bootstrap-server.",
          why);
    }
    return new ClusterUnavailableException(
        "Kafka at " + config + " refuses: " + why.getMessage(), why);
  }

  /** The connection settings. */
  public StudyClientConfig config() {
    return config;
  }

  /** The codec of records, which uses the registry. */
  public AvroCodec codec() {
    return codec;
  }

  /** Settings of a client that gives up within the time limit. */
  public Map<String, Object> clientSettings() {
    return settings(config);
  }

  private static Map<String, Object> settings(StudyClientConfig config) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("default.api.timeout.ms", CALL_LIMIT_MILLIS);
    settings.put("request.timeout.ms", REQUEST_LIMIT_MILLIS);
    settings.put("client.id", "flexhb-client");
    settings.putAll(config.kafka());
    return settings;
  }

  /** A producer of encoded values that confirms each record. */
  public Producer<String, byte[]> producer() {
    return new KafkaProducer<>(
        producerSettings(), new StringSerializer(), new ByteArraySerializer());
  }

  /** The same with encoded keys. */
  public Producer<byte[], byte[]> producerOfBytes() {
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

  /** Whether there is a topic of that name. */
  public boolean hasTopic(String topic) {
    try {
      return admin.listTopics().names().get().contains(topic);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    } catch (ExecutionException e) {
      throw new ClusterUnavailableException(
          "Kafka at " + config + " does not list its topics: " + e.getCause(), e);
    }
  }

  /**
   * The number of partitions of a topic.
   *
   * @throws ClusterUnavailableException when there is no such topic
   */
  public int partitions(String topic) {
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
        throw new ClusterUnavailableException(
            "there is no topic "
                + topic
                + " at "
                + config
                + ". Create the topics with 'flexhb topics apply', or check --topic-prefix.",
            e);
      }
      if (e.getCause() instanceof TopicAuthorizationException) {
        throw new ClusterUnavailableException(
            denied(config, new TopicAuthorizationException(Set.of(topic)), "DESCRIBE"), e);
      }
      throw unreachable(config, e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /** The partition of a topic that holds everything about a study. */
  public TopicPartition partitionOf(String topic, String study) {
    byte[] key = study.getBytes(StandardCharsets.UTF_8);
    return new TopicPartition(topic, BuiltInPartitioner.partitionForKey(key, partitions(topic)));
  }

  /** All partitions of a topic. */
  public List<TopicPartition> allPartitionsOf(String topic) {
    return IntStream.range(0, partitions(topic))
        .mapToObj(i -> new TopicPartition(topic, i))
        .toList();
  }

  /** A reader that starts at the current end of the partitions. */
  public TopicReader readerAtEnd(List<TopicPartition> of) {
    return TopicReader.atEnd(this, of);
  }

  /** A reader that starts at the beginning of the partitions. */
  public TopicReader readerAtBeginning(List<TopicPartition> of) {
    return TopicReader.atBeginning(this, of);
  }

  /** As {@link #readerAtBeginning}, but keys are text with one character per byte. */
  public TopicReader readerOfBytes(List<TopicPartition> of) {
    return TopicReader.ofBytesAtBeginning(this, of);
  }

  /**
   * Sends the records and waits until Kafka has accepted all of them.
   *
   * @return where they are, in their order
   * @throws ClusterUnavailableException when one was not accepted
   */
  public <K> List<RecordMetadata> send(
      Producer<K, byte[]> producer, List<ProducerRecord<K, byte[]>> records) {
    return send(config, producer, records);
  }

  static <K> List<RecordMetadata> send(
      StudyClientConfig config,
      Producer<K, byte[]> producer,
      List<ProducerRecord<K, byte[]>> records) {
    try {
      List<Future<RecordMetadata>> sending = records.stream().map(producer::send).toList();
      List<RecordMetadata> places = new ArrayList<>();
      for (Future<RecordMetadata> one : sending) {
        places.add(one.get());
      }
      return places;
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    } catch (InterruptException e) {
      throw e;
    } catch (ExecutionException | KafkaException e) {
      // A producer that has failed before refuses the next record itself.
      throw notAccepted(
          config,
          records.stream().map(ProducerRecord::topic).collect(Collectors.toSet()),
          innermost(e));
    }
  }

  private static StudyClientException notAccepted(
      StudyClientConfig config, Set<String> topics, Throwable why) {
    if (why instanceof TopicAuthorizationException denied) {
      return new ClusterUnavailableException(denied(config, denied, "WRITE"), why);
    }
    if (why instanceof ClusterAuthorizationException) {
      // A client that may not write to any topic cannot even start a producer.
      TopicAuthorizationException denied = new TopicAuthorizationException(topics);
      return new ClusterUnavailableException(denied(config, denied, "WRITE"), why);
    }
    return new ClusterUnavailableException(
        "Kafka at " + config + " did not accept the record: " + why.getMessage(), why);
  }

  /** The message for a missing right. */
  private static String denied(
      StudyClientConfig config, TopicAuthorizationException denied, String operation) {
    return "Kafka at "
        + config
        + " denies "
        + operation
        + " on topic "
        + String.join(", ", new TreeSet<>(denied.unauthorizedTopics()))
        + ". "
        + MissingRight.REMEDY;
  }

  /**
   * Translates a failed read to an exception for users.
   *
   * @return the failure itself when there is nothing to add
   */
  public RuntimeException explained(KafkaException failure) {
    if (failure instanceof TopicAuthorizationException denied) {
      return new ClusterUnavailableException(denied(config, denied, "READ"), failure);
    }
    if (failure instanceof TimeoutException) {
      return new ClusterUnavailableException(
          "Kafka at " + config + " stopped answering (" + failure.getMessage() + ")", failure);
    }
    return failure;
  }

  private static Throwable innermost(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
        .limit(20)
        .reduce((outer, inner) -> inner)
        .orElse(failure);
  }

  /** A client for the cluster's administration. */
  public Admin admin() {
    return admin;
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
    codec.close();
  }
}
