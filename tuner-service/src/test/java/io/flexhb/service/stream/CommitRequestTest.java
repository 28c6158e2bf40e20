package io.flexhb.service.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.avro.WorkRequest;
import io.flexhb.codec.InputCodec;
import io.flexhb.registry.AvroCodec;
import io.flexhb.service.Definition;
import io.flexhb.service.metrics.TunerMetrics;
import io.flexhb.service.store.CommitSignal;
import io.flexhb.service.store.StudyStore;
import io.flexhb.topics.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The processor requests the commits that its pace asks for. */
class CommitRequestTest {

  private static final Duration INTERVAL = Duration.ofMillis(10);
  private static final byte[] KEY = "s".getBytes(StandardCharsets.UTF_8);

  private final TunerMetrics metrics = new TunerMetrics(new SimpleMeterRegistry());
  private final MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
  private final AvroCodec codec =
      AvroCodec.forValues(Map.of("schema.registry.url", "mock://commits"));
  private long nanos;
  private final StudyProcessor processor = processor();

  @AfterEach
  void close() {
    codec.close();
  }

  @Test
  void shouldAskForACommitWithAnInputThatComesLongAfterTheLastCommit() {
    nanos += INTERVAL.toNanos();

    processor.process(poison());

    assertThat(context.committed()).isTrue();
  }

  @Test
  void shouldNotAskForACommitSoonAfterTheLast() {
    processor.process(poison());

    assertThat(context.committed()).isFalse();
  }

  @Test
  void shouldAskForTheCommitWhenItIsDueThoughNothingCame() {
    processor.process(poison());
    nanos += INTERVAL.toNanos();

    punctuate(INTERVAL);

    assertThat(context.committed()).isTrue();
  }

  @Test
  void shouldAskForTheCommitThatALeaseCheckWaitsFor() {
    processor.process(study());
    processor.process(ask());
    nanos += INTERVAL.toNanos();
    punctuate(INTERVAL);
    nanos += INTERVAL.toNanos();
    punctuate(INTERVAL);
    context.resetCommit();

    context.setCurrentSystemTimeMs(Duration.ofHours(1).toMillis());
    nanos += Duration.ofHours(1).toNanos();
    punctuate(StudyProcessor.TICK);

    assertThat(context.forwarded("metrics-out")).as("the check").hasSize(1);
    assertThat(context.committed()).isTrue();
  }

  @Test
  void shouldNotAskForACommitWhenATickFindsNothingToDo() {
    nanos += Duration.ofHours(1).toNanos();

    punctuate(StudyProcessor.TICK);

    assertThat(context.committed()).isFalse();
  }

  private void punctuate(Duration interval) {
    context.scheduledPunctuators().stream()
        .filter(scheduled -> scheduled.getInterval().equals(interval))
        .forEach(scheduled -> scheduled.getPunctuator().punctuate(0));
  }

  private void addStore(String name) {
    var store =
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore(name), Serdes.Bytes(), Serdes.ByteArray())
            .withLoggingDisabled()
            .build();
    context.addStateStore(store);
    store.init(context.getStateStoreContext(), store);
  }

  private StudyProcessor processor() {
    addStore(StudyStore.NAME);
    addStore(CommitSignal.NAME);
    context.setCurrentSystemTimeMs(0);
    StudyProcessor made =
        new StudyProcessor(
            new StudyTopology.Parts(
                Topics.defaults(),
                1,
                1,
                ThreadLocal.withInitial(() -> new CommitPace(INTERVAL, () -> nanos)),
                new InputCodec(codec, Topics.defaults()),
                new Encoding(codec, Topics.defaults(), 1_000_000),
                new TunerDriver.Asked(),
                metrics,
                metrics.lag(1),
                new FakeInputTopics(),
                new CommitSignal()));
    made.init(context);
    return made;
  }

  /** A record without a key goes to the DLQ, which should be visible as soon as a decision. */
  private Record<byte[], byte[]> poison() {
    context.setRecordMetadata(Topics.defaults().metrics(), 0, 0);
    return new Record<>(null, new byte[0], 0);
  }

  private Record<byte[], byte[]> study() {
    return input(
        Topics.defaults().studies(),
        new Study(
            "s",
            TunerDriver.INCARNATION,
            RequestedState.ACTIVE,
            Definition.small("s").json(),
            Instant.EPOCH));
  }

  private Record<byte[], byte[]> ask() {
    return input(
        Topics.defaults().workers(),
        new WorkRequest("s", null, "a", 0, 1L, List.of(), null, Instant.EPOCH));
  }

  private Record<byte[], byte[]> input(String topic, SpecificRecord record) {
    context.setRecordMetadata(topic, 0, 0);
    return new Record<>(KEY, codec.encode(topic, record), 0);
  }
}
