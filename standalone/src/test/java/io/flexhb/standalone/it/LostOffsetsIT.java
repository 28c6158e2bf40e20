package io.flexhb.standalone.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.service.TunerService;
import io.flexhb.service.failure.TunerException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * No input is used twice, whatever happens to the offsets of the tuner's group. Topics that do not
 * belong to the state are named.
 */
@Timeout(300)
class LostOffsetsIT {

  private final ToyStudy study = ToyStudy.named("again").with("limits", "{\"budget\": 400}");

  @Test
  @Tag("long")
  void shouldUseNoInputTwiceWhenTheGroupIsDeletedOrSetBack()
      throws ExecutionException, InterruptedException {
    try (TunerHarness harness = TunerHarness.onSharedBroker();
        Admin admin = harness.broker().admin();
        ToyWorkers workers = startedWorkers(harness);
        JournalTail journal = harness.journal(study)) {
      String group = harness.settings("a").get("flexhb.application.id");
      admin.deleteConsumerGroups(List.of(group)).all().get();
      assertRepeats(harness, journal, Optional.empty());

      admin.alterConsumerGroupOffsets(group, offsets(admin, harness, 0.0)).all().get();
      assertRepeats(harness, journal, Optional.empty());

      // The state directory, the group and the changelog are all of different ages.
      admin.alterConsumerGroupOffsets(group, offsets(admin, harness, 0.5)).all().get();
      harness.wipeState("a");
      assertRepeats(harness, journal, Optional.of(workers));
      StudyAssertions.assertExactlyOnce(harness, study);
    }
  }

  /** Workers of a study that a tuner has decided on and left. */
  private ToyWorkers startedWorkers(TunerHarness harness) {
    TunerService tuner = harness.startTuner("a");
    ToyWorkers workers = harness.startWorkers(study, 2, Duration.ofMillis(20));
    try (JournalTail journal = harness.journal(study)) {
      harness.apply(study);
      journal.until("some decisions", () -> journal.entries().size() > 40);
    } finally {
      tuner.drain();
      tuner.close();
    }
    return workers;
  }

  /**
   * @param toTheEnd workers to be waited for, when the study is to come to its end
   */
  private static void assertRepeats(
      TunerHarness harness, JournalTail journal, Optional<ToyWorkers> toTheEnd) {
    journal.until("what is there", () -> true);
    int before = journal.entries().size();
    try (TunerService tuner = harness.startTuner("a")) {
      Await.until(() -> "no input was recognised", () -> repeated(tuner) > 0);
      if (toTheEnd.isPresent()) {
        toTheEnd.get().pace(Duration.ZERO);
        journal.untilOver();
        toTheEnd.get().awaitReleased();
      } else {
        journal.until("it goes on", () -> journal.entries().size() > before + 10);
      }
      tuner.drain();
    }
  }

  private static double repeated(TunerService tuner) {
    return tuner
        .metrics()
        .registry()
        .get("flexhb.inputs")
        .tag("outcome", "repeated")
        .counter()
        .count();
  }

  private static Map<TopicPartition, OffsetAndMetadata> offsets(
      Admin admin, TunerHarness harness, double part)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    for (String topic : harness.topics().inputs()) {
      ends.put(new TopicPartition(topic, 0), OffsetSpec.latest());
      ends.put(new TopicPartition(topic, 1), OffsetSpec.latest());
    }
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    admin
        .listOffsets(ends)
        .all()
        .get()
        .forEach(
            (partition, end) ->
                offsets.put(partition, new OffsetAndMetadata((long) (end.offset() * part))));
    return offsets;
  }

  @Test
  void shouldNameAnInputTopicThatWasMadeAnewAndGoOnOnceItIsTakenOver()
      throws ExecutionException, InterruptedException {
    try (TunerHarness harness = TunerHarness.onSharedBroker();
        Admin admin = harness.broker().admin();
        JournalTail journal = begun(harness)) {
      String topic = harness.topics().workers();
      makeAnew(admin, topic);

      assertThatThrownBy(() -> TunerService.start(harness.config("a")).close())
          .isInstanceOf(TunerException.class)
          .hasMessageContaining(topic + " (id ")
          .hasMessageContaining("flexhb topics take-over");

      TakeOverForTests.run(harness.config("a"));
      int before = journal.entries().size();
      try (TunerService tuner = harness.startTuner("a");
          HandWorker worker = new HandWorker(harness, study, "w")) {
        assertThat(worker.ask().getStudy()).isEqualTo(study.name());
        journal.until("a decision", () -> journal.entries().size() > before);
        assertThat(repeated(tuner)).isZero();
      }
    }
  }

  @Test
  void shouldStopWhenAnInputTopicIsMadeAnewUnderItsHands()
      throws ExecutionException, InterruptedException {
    try (TunerHarness harness = TunerHarness.onSharedBroker();
        Admin admin = harness.broker().admin();
        TunerService tuner = begunAgain(harness)) {
      makeAnew(admin, harness.topics().workers());

      Optional<TunerException> failure = tuner.awaitStop();

      assertThat(failure).isPresent();
      assertThat(failure.get()).hasMessageContaining(harness.topics().workers());
      assertThat(tuner.state()).isEqualTo(TunerService.State.FAILED);
    }
  }

  @Test
  void shouldSayThatTheStateIsGoneInsteadOfBeginningAnew()
      throws ExecutionException, InterruptedException {
    try (TunerHarness harness = TunerHarness.onSharedBroker();
        Admin admin = harness.broker().admin()) {
      begun(harness).close();
      String changelog = harness.settings("a").get("flexhb.application.id") + "-study-changelog";
      admin.deleteTopics(List.of(changelog)).all().get();

      assertThatThrownBy(() -> TunerService.start(harness.config("a")).close())
          .hasMessageContaining("the state of the studies is gone")
          .hasMessageContaining(changelog);
    }
  }

  /** A tuner of that study, once more. */
  private TunerService begunAgain(TunerHarness harness) {
    begun(harness).close();
    return harness.startTuner("a");
  }

  /** A study that a tuner has made, with an answered ask, and left. */
  private JournalTail begun(TunerHarness harness) {
    try (TunerService tuner = harness.startTuner("a")) {
      JournalTail journal = harness.journal(study);
      harness.apply(study);
      journal.until("the study", () -> !journal.entries().isEmpty());
      try (HandWorker worker = new HandWorker(harness, study, "before")) {
        worker.ask();
        worker.ask();
      }
      tuner.drain();
      return journal;
    }
  }

  private static void makeAnew(Admin admin, String topic)
      throws ExecutionException, InterruptedException {
    admin.deleteTopics(List.of(topic)).all().get();
    Await.until(
        () -> topic + " is not made anew",
        () -> {
          try {
            admin.createTopics(List.of(new NewTopic(topic, 2, (short) 1))).all().get();
            return true;
          } catch (ExecutionException still) {
            return false;
          } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
          }
        });
  }
}
