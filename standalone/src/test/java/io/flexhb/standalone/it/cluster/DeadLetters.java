package io.flexhb.standalone.it.cluster;

import io.flexhb.standalone.it.Await;
import io.flexhb.standalone.it.TunerHarness;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The DLQ of an installation, from its beginning, as bytes. Used by one thread. */
final class DeadLetters implements AutoCloseable {

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<Letter> letters = new ArrayList<>();

  /** A record that nobody could use, and what the tuner says about it. */
  record Letter(ConsumerRecord<byte[], byte[]> record) {

    /** Topic, partition and offset it was found at, as {@code topic-partition@offset}. */
    String origin() {
      return header("flexhb.dlq.topic")
          + "-"
          + header("flexhb.dlq.partition")
          + "@"
          + header("flexhb.dlq.offset");
    }

    String reason() {
      return header("flexhb.dlq.reason");
    }

    String header(String name) {
      return Optional.ofNullable(record.headers().lastHeader(name))
          .map(header -> new String(header.value(), StandardCharsets.UTF_8))
          .orElseThrow(() -> new AssertionError("no header " + name + " in " + record));
    }
  }

  DeadLetters(TunerHarness harness) {
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                harness.broker().bootstrapServers(),
                "isolation.level",
                "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> partitions =
        consumer.partitionsFor(harness.topics().dlq()).stream()
            .map(p -> new TopicPartition(p.topic(), p.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** The letter about the record at that place. */
  Letter about(String origin) {
    Await.until(
        () -> "awaiting a dead letter about " + origin + "; there are " + letters,
        () -> {
          consumer.poll(Duration.ofMillis(20)).forEach(record -> letters.add(new Letter(record)));
          return letters.stream().anyMatch(letter -> letter.origin().equals(origin));
        });
    return letters.stream().filter(letter -> letter.origin().equals(origin)).findFirst().get();
  }

  /** All letters read so far. */
  List<Letter> all() {
    return List.copyOf(letters);
  }

  @Override
  public void close() {
    consumer.close();
  }
}
