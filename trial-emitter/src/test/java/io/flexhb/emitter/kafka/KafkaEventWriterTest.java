package io.flexhb.emitter.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.avro.Checkpoint;
import io.flexhb.avro.Command;
import io.flexhb.avro.Holding;
import io.flexhb.avro.MetricStatus;
import io.flexhb.avro.MetricValue;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.WorkRequest;
import io.flexhb.emitter.protocol.TrainingInterruptedException;
import io.flexhb.emitter.protocol.TunerUnavailableException;
import io.flexhb.registry.AvroCodec;
import io.flexhb.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class KafkaEventWriterTest {

  private static final TransportSettings SETTINGS =
      new TransportSettings(
          "b:9092",
          "mock://event-writer",
          Topics.withPrefix("t."),
          Map.of(),
          Map.of(),
          Duration.ofSeconds(1));

  private final RecordCodec codec = new RegistryCodec(SETTINGS.codec());

  @Test
  void shouldWriteEachRecordUnderItsStudyInTheWireFormat() {
    MockProducer<byte[], byte[]> producer = producer(true);
    KafkaEventWriter writer = new KafkaEventWriter(producer, codec, SETTINGS);
    WorkRequest ask =
        new WorkRequest(
            "mnist", null, "w", 0, 5L, List.of(new Holding(1, 3L)), null, Instant.EPOCH);
    TrialEvent event = event();

    writer.send(ask);
    writer.send(event);
    assertThat(writer.close(Duration.ofSeconds(5))).isZero();

    try (AvroCodec reader = AvroCodec.forValues(SETTINGS.codec())) {
      ProducerRecord<byte[], byte[]> first = producer.history().get(0);
      assertThat(first.topic()).isEqualTo("t.workers.v1");
      assertThat(first.partition()).isNull();
      assertThat(new String(first.key(), StandardCharsets.UTF_8)).isEqualTo("mnist");
      assertThat(reader.decode(first.topic(), first.value(), WorkRequest.class)).isEqualTo(ask);
      ProducerRecord<byte[], byte[]> second = producer.history().get(1);
      assertThat(second.topic()).isEqualTo("t.metrics.v1");
      assertThat(reader.decode(second.topic(), second.value(), TrialEvent.class)).isEqualTo(event);
    }
  }

  @Test
  void shouldCountWhatWasNotDelivered() {
    MockProducer<byte[], byte[]> producer = producer(false);
    KafkaEventWriter writer = new KafkaEventWriter(producer, codec, SETTINGS);
    for (int i = 0; i < 3; i++) {
      writer.send(event());
    }
    eventually(producer::completeNext);
    eventually(() -> producer.errorNext(new AuthorizationException("not allowed")));

    assertThat(writer.close(Duration.ofMillis(500))).isEqualTo(2);
    assertThatIllegalStateException()
        .isThrownBy(() -> writer.send(event()))
        .withMessageContaining("closed");
  }

  @Test
  void shouldWaitOutAnOutageOfTheRegistry() {
    MockProducer<byte[], byte[]> producer = producer(true);
    AtomicInteger outage = new AtomicInteger(2);
    KafkaEventWriter writer = new KafkaEventWriter(producer, failing(outage), SETTINGS);

    writer.send(event());

    assertThat(outage).hasValue(0);
    assertThat(writer.close(Duration.ofSeconds(5))).isZero();
    assertThat(producer.history()).hasSize(1);
  }

  @Test
  void shouldGiveUpConnectingWhenTheRegistryStaysAway() {
    KafkaEventWriter writer =
        new KafkaEventWriter(producer(true), failing(new AtomicInteger(9)), SETTINGS);

    assertThatThrownBy(() -> writer.registerSchemas(Duration.ofMillis(1)))
        .isInstanceOf(TunerUnavailableException.class)
        .hasMessage("registry is away");
  }

  @Test
  void shouldLetTrainingGoOnWhileTheProducerIsStuck() throws InterruptedException {
    CountDownLatch back = new CountDownLatch(1);
    MockProducer<byte[], byte[]> producer =
        new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()) {
          @Override
          public Future<RecordMetadata> send(
              ProducerRecord<byte[], byte[]> record, Callback callback) {
            try {
              back.await();
            } catch (InterruptedException interrupted) {
              throw new IllegalStateException(interrupted);
            }
            return super.send(record, callback);
          }
        };
    KafkaEventWriter writer = new KafkaEventWriter(producer, codec, SETTINGS);

    for (int i = 0; i < 100; i++) {
      writer.send(event());
    }

    back.countDown();
    assertThat(writer.close(Duration.ofSeconds(5))).isZero();
    assertThat(producer.history()).hasSize(100);
  }

  @Test
  void shouldStopWaitingWhenInterrupted() {
    KafkaEventWriter writer =
        new KafkaEventWriter(producer(true), failing(new AtomicInteger(9)), SETTINGS);
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> writer.send(event())).isInstanceOf(TrainingInterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void shouldDeliverWhateverTakesLong() {
    assertThat(SETTINGS.producer())
        .containsEntry("acks", "all")
        .containsEntry("enable.idempotence", true)
        .containsEntry("delivery.timeout.ms", Integer.MAX_VALUE)
        .containsEntry("max.block.ms", Long.MAX_VALUE);
    assertThat(SETTINGS.consumer()).containsEntry("isolation.level", "read_committed");
  }

  private static void eventually(BooleanSupplier succeeds) {
    while (!succeeds.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  private static MockProducer<byte[], byte[]> producer(boolean autoComplete) {
    return new MockProducer<>(
        autoComplete, null, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private static TrialEvent event() {
    TrialEvent event = new TrialEvent();
    event.setStudy("mnist");
    event.setIncarnation(new UUID(0, 1));
    event.setTrial(3);
    event.setWorker("w");
    event.setCommandSeen("c1");
    event.setKind(TrialEventKind.METRICS);
    event.setValues(Map.of("error", new MetricValue(MetricStatus.NAN, null)));
    event.setCheckpoint(new Checkpoint(3L, "s3://a"));
    event.setMessage("");
    event.setSentAt(Instant.ofEpochMilli(5));
    return event;
  }

  /** The registry does not answer that many times. */
  private RecordCodec failing(AtomicInteger times) {
    return new RecordCodec() {
      @Override
      public byte[] encode(String topic, SpecificRecord record) {
        if (times.get() > 0) {
          times.decrementAndGet();
          throw new RetriableException("registry is away") {};
        }
        return codec.encode(topic, record);
      }

      @Override
      public Command decode(String topic, byte[] bytes) {
        return codec.decode(topic, bytes);
      }

      @Override
      public void close() {
        codec.close();
      }
    };
  }
}
