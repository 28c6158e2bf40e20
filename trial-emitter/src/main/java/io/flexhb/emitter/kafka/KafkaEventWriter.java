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
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
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

  private final SendQueue queue;
  private final RecordCodec codec;
  private final Topics topics;
  private final BrokerOutage registryOutage;

  KafkaEventWriter(
      Producer<byte[], byte[]> producer, RecordCodec codec, TransportSettings settings) {
    this.queue = new SendQueue(producer, settings.bootstrapServers());
    this.codec = codec;
    this.topics = settings.topics();
    this.registryOutage = new BrokerOutage(LOG, "Schema registry " + settings.schemaRegistryUrl());
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
   * Registers the schemas, so that no record waits for the registry later.
   *
   * @throws TunerUnavailableException when the registry does not answer in time
   */
  void registerSchemas(Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    WorkRequest ask = new WorkRequest("", null, "", 0, 0L, List.of(), null, Instant.EPOCH);
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

  /** Number of records without an answer yet. */
  long undelivered() {
    return queue.undelivered();
  }

  /** Delivers pending records; returns how many were not delivered in that time. */
  long close(Duration patience) {
    return queue.close(patience);
  }

  private void send(String topic, String study, SpecificRecord record) {
    byte[] key = study.getBytes(StandardCharsets.UTF_8);
    byte[] value = encode(topic, record, Long.MAX_VALUE);
    try {
      queue.put(new ProducerRecord<>(topic, key, value));
    } catch (InterruptedException interrupted) {
      throw interrupted("sending to " + topic);
    }
  }

  /** Encodes a record; only the first record of a kind needs the registry. */
  private byte[] encode(String topic, SpecificRecord record, long deadline) {
    while (true) {
      try {
        byte[] bytes = codec.encode(topic, record);
        registryOutage.end();
        return bytes;
      } catch (RetriableException passing) {
        if (queue.isClosed()) {
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
