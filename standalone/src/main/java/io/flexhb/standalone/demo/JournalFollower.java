package io.flexhb.standalone.demo;

import io.flexhb.avro.JournalEntry;
import io.flexhb.registry.AvroCodec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the journal as it grows, committed decisions only. Used by one thread. */
final class JournalFollower implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final AvroCodec codec;
  private final String topic;

  /**
   * @param kafka settings of the client, {@code bootstrap.servers} among them
   * @param codec not owned
   */
  JournalFollower(Map<String, Object> kafka, String topic, AvroCodec codec) {
    this.consumer =
        new KafkaConsumer<>(kafka, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    this.topic = topic;
    this.codec = codec;
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(p -> new TopicPartition(topic, p.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** Passes on new entries, after waiting briefly for them. */
  void poll(Consumer<JournalEntry> each) {
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
      if (record.value() != null) {
        each.accept(codec.decode(topic, record.value(), JournalEntry.class));
      }
    }
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ZERO));
  }
}
