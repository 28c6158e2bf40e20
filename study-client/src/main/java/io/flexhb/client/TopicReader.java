package io.flexhb.client;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads the committed records of partitions, without a group. */
public final class TopicReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);

  /** Without progress for this long, the broker is considered unavailable. */
  private static final long PATIENCE_NANOS = Duration.ofSeconds(10).toNanos();

  private final KafkaConsumer<String, byte[]> consumer;
  private final Cluster cluster;

  private TopicReader(Cluster cluster, List<TopicPartition> partitions, StringDeserializer keys) {
    Map<String, Object> settings = cluster.clientSettings();
    settings.put("isolation.level", "read_committed");
    settings.put("enable.auto.commit", "false");
    settings.put("auto.offset.reset", "earliest");
    settings.remove("group.id");
    this.consumer = new KafkaConsumer<>(settings, keys, new ByteArrayDeserializer());
    this.cluster = cluster;
    consumer.assign(partitions);
  }

  static TopicReader atEnd(Cluster cluster, List<TopicPartition> partitions) {
    TopicReader reader = new TopicReader(cluster, partitions, new StringDeserializer());
    try {
      reader.consumer.seekToEnd(partitions);
      // Seeking is lazy: without this the end would be that of the first poll.
      partitions.forEach(reader.consumer::position);
      return reader;
    } catch (KafkaException e) {
      reader.close();
      throw cluster.explained(e);
    }
  }

  static TopicReader atBeginning(Cluster cluster, List<TopicPartition> partitions) {
    return atBeginning(cluster, partitions, new StringDeserializer());
  }

  /** A reader whose keys are text with one character per byte. */
  static TopicReader ofBytesAtBeginning(Cluster cluster, List<TopicPartition> partitions) {
    StringDeserializer keys = new StringDeserializer();
    keys.configure(Map.of("key.deserializer.encoding", StandardCharsets.ISO_8859_1.name()), true);
    return atBeginning(cluster, partitions, keys);
  }

  private static TopicReader atBeginning(
      Cluster cluster, List<TopicPartition> partitions, StringDeserializer keys) {
    TopicReader reader = new TopicReader(cluster, partitions, keys);
    reader.consumer.seekToBeginning(partitions);
    return reader;
  }

  /** Reads up to the current end of the partitions. */
  public void readToEnd(Consumer<ConsumerRecord<String, byte[]>> each) {
    try {
      readTo(consumer.endOffsets(consumer.assignment()), each);
    } catch (KafkaException e) {
      throw cluster.explained(e);
    }
  }

  private void readTo(
      Map<TopicPartition, Long> ends, Consumer<ConsumerRecord<String, byte[]>> each) {
    List<TopicPartition> open = new ArrayList<>(ends.keySet());
    long lastProgress = System.nanoTime();
    while (true) {
      open.removeIf(partition -> consumer.position(partition) >= ends.get(partition));
      if (open.isEmpty()) {
        return;
      }
      Iterable<ConsumerRecord<String, byte[]>> records = consumer.poll(POLL);
      for (ConsumerRecord<String, byte[]> record : records) {
        each.accept(record);
        lastProgress = System.nanoTime();
      }
      if (System.nanoTime() - lastProgress > PATIENCE_NANOS) {
        throw new ClusterUnavailableException(
            "Kafka at " + cluster.config() + " stopped answering while " + open + " was read",
            new TimeoutException(open.toString()));
      }
    }
  }

  /** Returns new records; waits a moment for some. */
  public Iterable<ConsumerRecord<String, byte[]>> poll() {
    try {
      return consumer.poll(POLL);
    } catch (KafkaException e) {
      throw cluster.explained(e);
    }
  }

  /** Number of answered fetch requests, including those without records. */
  public long answers() {
    return AnswerCounts.FETCHES.in(consumer.metrics());
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ZERO));
  }
}
