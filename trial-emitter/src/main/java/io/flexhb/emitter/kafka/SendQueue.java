package io.flexhb.emitter.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A queue of records between the training threads and the producer. In an outage the producer loses
 * its topic metadata and then blocks the sender. Here the sender is a separate thread, so training
 * and heartbeats continue. Thread-safe.
 */
final class SendQueue {

  private static final Logger LOG = LoggerFactory.getLogger(SendQueue.class);

  /** Enough for an hour of most trainers; a full queue makes them wait and loses nothing. */
  private static final int CAPACITY = 65_536;

  private static final int BATCH = 512;
  private static final long POLL_MILLIS = 100;
  private static final long SILENCE_NANOS = Duration.ofSeconds(15).toNanos();

  private final Producer<byte[], byte[]> producer;
  private final BlockingQueue<ProducerRecord<byte[], byte[]>> queue =
      new ArrayBlockingQueue<>(CAPACITY);
  private final Thread thread = new Thread(this::run, "flexhb-sender");
  private final BrokerOutage silence;
  private final BrokerOutage refusal;
  private final LongAdder accepted = new LongAdder();
  private final LongAdder answered = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private volatile long lastAnswer = System.nanoTime();
  private volatile boolean closed;

  SendQueue(Producer<byte[], byte[]> producer, String bootstrapServers) {
    this.producer = producer;
    this.silence = new BrokerOutage(LOG, "Broker " + bootstrapServers);
    this.refusal = new BrokerOutage(LOG, "Writing to " + bootstrapServers);
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Enqueues a record, to be sent after all earlier ones.
   *
   * @throws InterruptedException when interrupted while the queue is full
   */
  void put(ProducerRecord<byte[], byte[]> record) throws InterruptedException {
    if (closed) {
      throw new IllegalStateException(
          "the client is closed: nothing can be sent to " + record.topic());
    }
    watch();
    queue.put(record);
    accepted.increment();
  }

  /** Number of enqueued records without an answer yet. */
  long undelivered() {
    // In this order, a record enqueued meanwhile may be overcounted but never missed.
    long answers = answered.sum();
    return accepted.sum() - answers;
  }

  boolean isClosed() {
    return closed;
  }

  /** Sends all enqueued records; returns how many were not delivered in that time. */
  long close(Duration patience) {
    closed = true;
    long deadline = System.nanoTime() + patience.toNanos();
    join(patience);
    producer.close(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
    join(Duration.ofSeconds(1));
    return accepted.sum() - answered.sum() + failed.sum();
  }

  private void join(Duration patience) {
    try {
      thread.join(Math.max(1, patience.toMillis()));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    List<ProducerRecord<byte[], byte[]>> batch = new ArrayList<>(BATCH);
    while (true) {
      try {
        ProducerRecord<byte[], byte[]> first = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
        if (first != null) {
          send(first);
          queue.drainTo(batch, BATCH);
          batch.forEach(this::send);
          batch.clear();
        } else if (closed) {
          return;
        }
      } catch (InterruptedException ended) {
        return;
      }
    }
  }

  private void send(ProducerRecord<byte[], byte[]> record) {
    try {
      producer.send(record, (metadata, problem) -> answered(record.topic(), problem));
    } catch (KafkaException | IllegalStateException problem) {
      // Only after an error that the producer cannot recover from, or when closed.
      answered(record.topic(), problem);
    }
  }

  /** Called by the producer's thread, in the order of sending. */
  private void answered(String topic, Exception problem) {
    answered.increment();
    lastAnswer = System.nanoTime();
    silence.end();
    if (problem == null) {
      refusal.end();
    } else {
      failed.increment();
      refusal.begin("a record for " + topic + " was rejected (" + problem + ")");
    }
  }

  /** Logs a long silence: the producer itself waits out an outage without logging. */
  private void watch() {
    long now = System.nanoTime();
    if (accepted.sum() <= answered.sum()) {
      lastAnswer = now;
    } else if (now - lastAnswer > SILENCE_NANOS) {
      silence.begin("no acknowledgement for 15 s");
    }
  }
}
