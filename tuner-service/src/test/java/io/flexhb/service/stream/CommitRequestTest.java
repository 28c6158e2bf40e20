package io.flexhb.service.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.registry.AvroCodec;
import io.flexhb.service.codec.InputCodec;
import io.flexhb.service.metrics.TunerMetrics;
import io.flexhb.service.store.StudyStore;
import io.flexhb.topics.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

/** That the processor asks Kafka Streams for the commits its pace says. */
class CommitRequestTest {

  private final MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();

  @Test
  void shouldAskForACommitWithAnInputThatComesLongAfterTheLastCommit() throws Exception {
    StudyProcessor processor = processor(Duration.ofMillis(1));
    Thread.sleep(2);

    processor.process(poison());

    assertThat(context.committed()).isTrue();
  }

  @Test
  void shouldNotAskForACommitSoonAfterTheLast() {
    StudyProcessor processor = processor(Duration.ofHours(1));

    processor.process(poison());

    assertThat(context.committed()).isFalse();
  }

  @Test
  void shouldAskForTheCommitWhenItIsDueThoughNothingCame() throws Exception {
    Duration interval = Duration.ofMillis(200);
    StudyProcessor processor = processor(interval);
    processor.process(poison());
    Thread.sleep(interval.toMillis());

    context.scheduledPunctuators().stream()
        .filter(scheduled -> scheduled.getInterval().equals(interval))
        .forEach(scheduled -> scheduled.getPunctuator().punctuate(0));

    assertThat(context.committed()).isTrue();
  }

  private StudyProcessor processor(Duration commitInterval) {
    var store =
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore(StudyStore.NAME), Serdes.Bytes(), Serdes.ByteArray())
            .withLoggingDisabled()
            .build();
    context.addStateStore(store);
    store.init(context.getStateStoreContext(), store);
    context.setCurrentSystemTimeMs(0);
    context.setRecordMetadata(Topics.defaults().metrics(), 0, 0);
    AvroCodec codec = AvroCodec.forValues(Map.of("schema.registry.url", "mock://commits"));
    StudyProcessor processor =
        new StudyProcessor(
            new StudyTopology.Parts(
                Topics.defaults(),
                1,
                1,
                CommitPace.ofThreads(commitInterval),
                new InputCodec(codec, Topics.defaults()),
                new Encoding(codec, Topics.defaults(), 1_000_000),
                new TunerDriver.Asked(),
                new TunerMetrics(new SimpleMeterRegistry())));
    processor.init(context);
    return processor;
  }

  /** A record without a key goes to the DLQ, which is to be seen as soon as a decision. */
  private static Record<byte[], byte[]> poison() {
    return new Record<>(null, new byte[0], 0);
  }
}
