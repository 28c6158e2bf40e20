package io.flexhb.service.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.Command;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.codec.DeadLetterHeaders;
import io.flexhb.service.Definition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeletionTest {

  private static final UUID NEXT = new UUID(2, 2);

  private final TunerDriver tuner = new TunerDriver();

  @AfterEach
  void close() {
    tuner.close();
  }

  @Test
  void shouldStopEverybodyThenEraseEverything() {
    Command grant = studyWithATrial();
    tuner.ask("s", "b", 1);
    tuner.commands();
    delete();

    assertThat(tuner.said()).containsExactlyInAnyOrder("STOP 0/1 a", "STOP 1/1 b");
    tuner.advance(Duration.ofSeconds(1));
    assertThat(tuner.entries()).isEmpty();
    assertThat(survivors(TunerDriver.TOPICS.trials())).isEmpty();
    assertThat(survivors(TunerDriver.TOPICS.decisions())).isEmpty();
    assertThat(tuner.raw(TunerDriver.TOPICS.studies()))
        .as("the study's own record")
        .singleElement()
        .satisfies(record -> assertThat(record.value()).isNull());

    tuner.heartbeat(grant, grant.getId());
    assertThat(tuner.said()).as("who still trains for it").containsExactly("STOP 0/1 a");
    tuner.ask("s", "a", 2);
    assertThat(tuner.said()).containsExactly("WAIT a");
  }

  @Test
  void shouldReleaseItsWorkersWhileItIsErased() {
    studyWithATrial();
    delete();
    tuner.commands();
    tuner.ask("s", "a", 2);

    assertThat(tuner.said()).containsExactly("RELEASE a");
  }

  @Test
  void shouldEraseALargeStudyInSeveralSteps() {
    int trials = StudyEraser.BATCH + 200;
    tuner.apply(
        "s",
        Definition.small("s")
            .with("limits", "{\"trials\": " + trials + "}")
            .with("brackets", "\"none\"")
            .with("promotion", "\"sh\"")
            .json());
    for (int i = 0; i < trials; i++) {
      tuner.ask("s", "w" + i, 1);
    }
    delete();
    tuner.advance(Duration.ofMillis(250));
    assertThat(tuner.storedTrials("s")).isEqualTo(200);
    tuner.restart();
    for (int i = 0; i < 5; i++) {
      tuner.advance(Duration.ofMillis(250));
    }

    assertThat(tuner.entries()).isEmpty();
  }

  @Test
  void shouldMakeTheStudyAnewOnceItsPredecessorIsErased() {
    studyWithATrial();
    delete();
    tuner.apply("s", NEXT, RequestedState.ACTIVE, Definition.small("s").json());
    tuner.enqueue("s", NEXT, 0.5);
    tuner.restart();
    tuner.commands();
    tuner.journal();
    tuner.advance(Duration.ofSeconds(1));
    tuner.ask("s", NEXT, "a", 1);

    Command grant = tuner.command();
    assertThat(grant.getIncarnation()).isEqualTo(NEXT);
    assertThat(grant.getConfiguration().getValues()).isEqualTo(Map.of("lr", 0.5));
    assertThat(tuner.read(TunerDriver.TOPICS.studies(), Study.class))
        .as("its record is not erased with the old one's")
        .isEmpty();
  }

  @Test
  void shouldPutWhatItHeldBackOnTheDlqWhenItCannotReadItAnyMore() {
    studyWithATrial();
    delete();
    tuner.apply("s", NEXT, RequestedState.ACTIVE, Definition.small("s").json());
    tuner.restartWithAnEmptyRegistry();
    tuner.advance(Duration.ofSeconds(1));

    assertThat(tuner.raw(TunerDriver.TOPICS.dlq()))
        .singleElement()
        .satisfies(
            record -> {
              assertThat(record.value()).isNotEmpty();
              assertThat(TunerDriver.header(record, DeadLetterHeaders.TOPIC))
                  .contains(TunerDriver.TOPICS.studies());
            });
    assertThat(tuner.entries()).isEmpty();
  }

  @Test
  void shouldNotEraseTheJournalOfTheSuccessor() {
    studyWithATrial();
    delete();
    tuner.apply("s", NEXT, RequestedState.ACTIVE, Definition.small("s").json());
    tuner.advance(Duration.ofSeconds(1));

    assertThat(survivors(TunerDriver.TOPICS.decisions()).keySet())
        .containsExactly("s/000000000001");
  }

  @Test
  void shouldForgetAStudyThatIsDeletedBeforeItWasMade() {
    delete();

    assertThat(tuner.journal()).isEmpty();
    assertThat(tuner.raw(TunerDriver.TOPICS.studies()))
        .as("the wish itself is erased")
        .singleElement()
        .satisfies(record -> assertThat(record.value()).isNull());
    assertThat(tuner.raw(TunerDriver.TOPICS.dlq())).isEmpty();
  }

  @Test
  void shouldNotMindBeingToldTwiceToDelete() {
    studyWithATrial();
    delete();
    delete();

    assertThat(tuner.raw(TunerDriver.TOPICS.dlq())).isEmpty();
    tuner.advance(Duration.ofSeconds(1));
    assertThat(tuner.entries()).isEmpty();
  }

  @Test
  void shouldForgetASuccessorThatIsDeletedBeforeItsPredecessorIsErased() {
    studyWithATrial();
    delete();
    tuner.apply("s", NEXT, RequestedState.DELETED, "");
    tuner.advance(Duration.ofSeconds(1));

    assertThat(tuner.raw(TunerDriver.TOPICS.dlq())).isEmpty();
    assertThat(tuner.raw(TunerDriver.TOPICS.studies())).isNotEmpty();
    assertThat(tuner.entries()).isEmpty();
  }

  @Test
  void shouldNotHoldBackWhatItsStoreCannotKeep() {
    int most = 20_000;
    try (TunerDriver small = new TunerDriver(TunerDriver.settings(1, 10, most))) {
      small.apply("s", Definition.small("s").json());
      small.apply("s", TunerDriver.INCARNATION, RequestedState.DELETED, "");
      String padded = Definition.small("s").json() + " ".repeat(most);
      small.apply("s", NEXT, RequestedState.ACTIVE, padded);

      assertThat(small.entries())
          .allSatisfy(entry -> assertThat(entry.value.length).isLessThan(most));
      assertThat(small.raw(TunerDriver.TOPICS.dlq()))
          .singleElement()
          .satisfies(
              record ->
                  assertThat(TunerDriver.header(record, DeadLetterHeaders.REASON).orElseThrow())
                      .contains("flexhb.record.max.bytes"));
    }
  }

  @Test
  void shouldWriteTheRecordOfALivingStudyAgainWhenItIsErased() {
    tuner.apply("s", Definition.small("s").json());
    tuner.send(TunerDriver.TOPICS.studies(), "s".getBytes(StandardCharsets.UTF_8), null);

    List<Study> written = tuner.read(TunerDriver.TOPICS.studies(), Study.class);
    assertThat(written).hasSize(1);
    assertThat(written.get(0).getIncarnation()).isEqualTo(TunerDriver.INCARNATION);
    assertThat(written.get(0).getRequestedState()).isEqualTo(RequestedState.ACTIVE);
    assertThat(tuner.journal()).as("which changes nothing").hasSize(1);
  }

  private Command studyWithATrial() {
    tuner.apply("s", Definition.small("s").json());
    tuner.enqueue("s", TunerDriver.INCARNATION, 0.1, 0.2, 0.3);
    tuner.ask("s", "a", 1);
    Command grant = tuner.command();
    tuner.started(grant);
    return grant;
  }

  private void delete() {
    tuner.apply("s", TunerDriver.INCARNATION, RequestedState.DELETED, "");
  }

  /** The tuner's records that remain after compaction. */
  private Map<String, byte[]> survivors(String topic) {
    Map<String, byte[]> left = new HashMap<>();
    for (TestRecord<byte[], byte[]> record : tuner.raw(topic)) {
      if (record.value() == null) {
        left.remove(TunerDriver.key(record));
      } else {
        left.put(TunerDriver.key(record), record.value());
      }
    }
    return left;
  }
}
