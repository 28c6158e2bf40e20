package io.flexhb.load.bare;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends events at a rate and measures the time to their outputs. The event contains its send time.
 */
final class BareClient {
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final double NANOS_PER_MILLI = 1e6;

  private final BareLoad load;
  private final Map<String, Object> clients;
  private final String input;
  private final String output;
  private final byte[][] keys;

  BareClient(BareLoad load, Map<String, Object> clients, String input, String output) {
    this.load = load;
    this.clients = clients;
    this.input = input;
    this.output = output;
    this.keys =
        IntStream.range(0, load.keys())
            .mapToObj(i -> ("key-" + i).getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
  }

  BareResult run() {
    try (Producer<byte[], byte[]> producer = producer();
        KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      awaitAllPartitions(producer, consumer);
      if (load.warmUpEvents() > 0) {
        measure(producer, consumer, load.warmUpEvents());
      }
      return measure(producer, consumer, load.events());
    }
  }

  /**
   * Waits until one event for every key was output: only then has the application started on every
   * partition.
   */
  private void awaitAllPartitions(
      Producer<byte[], byte[]> producer, KafkaConsumer<byte[], byte[]> consumer) {
    for (byte[] key : keys) {
      producer.send(new ProducerRecord<>(input, key, event(0)));
    }
    producer.flush();
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    int seen = 0;
    while (seen < keys.length) {
      seen += consumer.poll(POLL).count();
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("the bare application did not start in " + START_LIMIT);
      }
    }
  }

  private BareResult measure(
      Producer<byte[], byte[]> producer, KafkaConsumer<byte[], byte[]> consumer, long events) {
    Histogram nanos = new Histogram(3);
    long expected = events / load.eventsPerOutput();
    long begin = System.nanoTime();
    Thread sender = new Thread(() -> send(producer, begin, events), "flexhb-bare-sender");
    sender.setDaemon(true);
    sender.start();
    long last = begin;
    while (nanos.getTotalCount() < Math.max(1, expected)) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        last = System.nanoTime();
        nanos.recordValue(Math.max(0, last - ByteBuffer.wrap(record.value()).getLong(Long.BYTES)));
      }
      if (System.nanoTime() - begin > load.limit().toNanos()) {
        sender.interrupt();
        throw new IllegalStateException(
            "the bare application returned "
                + nanos.getTotalCount()
                + " of "
                + expected
                + " outputs within "
                + load.limit());
      }
    }
    return new BareResult(
        events,
        events * 1e9 / Math.max(1, last - begin),
        nanos.getValueAtPercentile(50) / NANOS_PER_MILLI,
        nanos.getValueAtPercentile(99) / NANOS_PER_MILLI);
  }

  private void send(Producer<byte[], byte[]> producer, long begin, long events) {
    for (long number = 1; number <= events; number++) {
      if (load.eventsPerSecond() > 0) {
        long due = begin + (long) (number * 1e9 / load.eventsPerSecond());
        for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
          LockSupport.parkNanos(wait);
          if (Thread.currentThread().isInterrupted()) {
            return;
          }
        }
      }
      byte[] key = keys[(int) (number % keys.length)];
      producer.send(new ProducerRecord<>(input, key, event(number)));
    }
    producer.flush();
  }

  /** An event: number and send time, padded. */
  private byte[] event(long number) {
    return ByteBuffer.allocate(load.valueBytes())
        .putLong(number)
        .putLong(System.nanoTime())
        .array();
  }

  private Producer<byte[], byte[]> producer() {
    Map<String, Object> settings = new HashMap<>(clients);
    settings.put("acks", "all");
    settings.put("linger.ms", "2");
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    Map<String, Object> settings = new HashMap<>(clients);
    settings.put("isolation.level", "read_committed");
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    List<TopicPartition> partitions =
        IntStream.range(0, load.partitions()).mapToObj(i -> new TopicPartition(output, i)).toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    return consumer;
  }
}
