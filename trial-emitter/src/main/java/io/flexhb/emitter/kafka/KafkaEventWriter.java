package io.flexhb.emitter.kafka;

import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.WorkRequest;
import io.flexhb.emitter.protocol.EventWriter;
import io.flexhb.emitter.protocol.TrainingInterruptedException;
import io.flexhb.emitter.protocol.TunerUnavailableException;
import io.flexhb.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to the metrics and workers topics through one producer. The key is the study in UTF-8 and
 * the partitioner Kafka's default (murmur2), which is what the tuner expects. Thread-safe.
 */
final class KafkaEventWriter implements EventWriter {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaEventWriter.class);
  private static final long BACKOFF_MILLIS = 500;
  private static final long SILENCE_NANOS = Duration.ofSeconds(15).toNanos();

  private final Producer<byte[], byte[]> producer;
  private final RecordCodec codec;
  private final Topics topics;
  private final Outage registryOutage;
  private final Outage brokerOutage;
  private final Outage refusal;
  private final LongAdder sent = new LongAdder();
  private final LongAdder done = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private volatile long lastAnswer = System.nanoTime();
  private volatile boolean closed;

  KafkaEventWriter(
      Producer<byte[], byte[]> producer, RecordCodec codec, TransportSettings settings) {
    this.producer = producer;
    this.codec = codec;
    this.topics = settings.topics();
    this.registryOutage = new Outage(LOG, "Schema registry " + settings.schemaRegistryUrl());
    this.brokerOutage = new Outage(LOG, "Broker " + settings.bootstrapServers());
    this.refusal = new Outage(LOG, "Writing to " + settings.bootstrapServers());
  }

  @Override
  public void send(WorkRequest request) {
    send(topics.workers(), request.getStudy(), request);
  }

  @Override
  public void send(TrialEvent event) {
    send(topics.metrics(), event.getStudy(), event);
  }

  /**
   * Makes the schemas known, so that no record waits for the registry later.
   *
   * @throws TunerUnavailableException when the registry does not answer in time
   */
  void registerSchemas(Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    WorkRequest ask = new WorkRequest("", null, "", 0, 0L, List.of(), Instant.EPOCH);
    TrialEvent event = new TrialEvent();
    event.setStudy("");
    event.setIncarnation(new UUID(0, 0));
    event.setWorker("");
    event.setCommandSeen("");
    event.setKind(TrialEventKind.HEARTBEAT);
    event.setValues(Map.of());
    event.setMessage("");
    event.setSentAt(Instant.EPOCH);
    encode(topics.workers(), ask, deadline);
    encode(topics.metrics(), event, deadline);
  }

  /** Delivers what is on its way; returns how many records were not delivered in that time. */
  long close(Duration patience) {
    closed = true;
    producer.close(patience);
    return sent.sum() - done.sum() + failed.sum();
  }

  private void send(String topic, String study, SpecificRecord record) {
    byte[] value = encode(topic, record, Long.MAX_VALUE);
    if (closed) {
      throw new IllegalStateException("the client is closed: nothing can be sent to " + topic);
    }
    watch();
    sent.increment();
    try {
      producer.send(
          new ProducerRecord<>(topic, study.getBytes(StandardCharsets.UTF_8), value),
          (metadata, problem) -> answered(topic, problem));
    } catch (InterruptException interrupted) {
      done.increment();
      failed.increment();
      throw interrupted("sending to " + topic);
    }
  }

  /** The registry is asked for the first record of a kind only. */
  private byte[] encode(String topic, SpecificRecord record, long deadline) {
    while (true) {
      try {
        byte[] bytes = codec.encode(topic, record);
        registryOutage.end();
        return bytes;
      } catch (RetriableException passing) {
        if (closed) {
          throw new IllegalStateException("the client was closed in an outage", passing);
        }
        if (System.nanoTime() > deadline) {
          throw new TunerUnavailableException(passing.getMessage(), passing);
        }
        registryOutage.begin(passing.getMessage());
        pause();
      }
    }
  }

  /** Called by the producer's thread, in the order of sending. */
  private void answered(String topic, Exception problem) {
    done.increment();
    lastAnswer = System.nanoTime();
    brokerOutage.end();
    if (problem == null) {
      refusal.end();
    } else {
      failed.increment();
      refusal.begin("a record for " + topic + " was refused (" + problem + ")");
    }
  }

  /** The producer waits out an outage in silence; someone should be told. */
  private void watch() {
    long now = System.nanoTime();
    if (sent.sum() == done.sum()) {
      lastAnswer = now;
    } else if (now - lastAnswer > SILENCE_NANOS) {
      brokerOutage.begin("no acknowledgement for 15 s");
    }
  }

  private static void pause() {
    try {
      Thread.sleep(BACKOFF_MILLIS);
    } catch (InterruptedException interrupted) {
      throw interrupted("waiting for the schema registry");
    }
  }

  private static TrainingInterruptedException interrupted(String what) {
    Thread.currentThread().interrupt();
    return new TrainingInterruptedException("interrupted while " + what);
  }
}
