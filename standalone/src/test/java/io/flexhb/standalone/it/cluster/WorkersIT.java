package io.flexhb.standalone.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.EndReason;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import io.flexhb.emitter.Grant;
import io.flexhb.emitter.TrialClient;
import io.flexhb.emitter.WorkerSlot;
import io.flexhb.service.TunerService;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.it.Await;
import io.flexhb.standalone.it.JournalTail;
import io.flexhb.standalone.it.StudyAssertions;
import io.flexhb.standalone.it.ToyStudy;
import io.flexhb.standalone.it.ToyWorkers;
import io.flexhb.standalone.it.TunerHarness;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers of the emitter under faults. */
@Timeout(120)
class WorkersIT {

  private static final long EPOCHS = 300;

  /** Trials are trained to their end in one go. */
  private static ToyStudy study(String name, int trials) {
    return ToyStudy.named(name)
        .with("resource", "{\"min\": %d, \"max\": %d}".formatted(EPOCHS, EPOCHS))
        .with("limits", "{\"trials\": %d}".formatted(trials))
        .with("trial", "{\"lease\": \"30s\", \"wait\": \"500ms\"}");
  }

  @Test
  void shouldTrainOnWithoutABrokerAndLoseNothing() {
    ToyStudy study = study("outage", 2);
    try (BrokerForTests broker = BrokerForTests.own();
        TunerHarness harness = TunerHarness.on(broker, Map.of());
        TunerService tuner = harness.startTuner("a");
        ToyWorkers workers = harness.startWorkers(study, 2, Duration.ofMillis(20))) {
      harness.apply(study);
      Await.until(() -> "training began", () -> workers.epochs() > 40);

      broker.stop();
      long atOutage = workers.epochs();
      Await.until(
          () -> "epochs trained without a broker: " + (workers.epochs() - atOutage),
          () -> workers.epochs() > atOutage + 100);
      broker.start();

      try (JournalTail journal = harness.journal(study)) {
        journal.untilOver();
      }
      workers.awaitReleased();
      StudyState state = StudyAssertions.assertExactlyOnce(harness, study);
      StudyAssertions.assertNothingWasTrainedTwice(state, workers.epochs());
      for (Trial trial : state.trials()) {
        assertThat(trial.status()).isEqualTo(TrialStatus.COMPLETED);
        assertThat(trial.attempt()).isEqualTo(1);
        assertThat(reported(harness, trial.number(), 1))
            .containsExactlyElementsOf(LongStream.rangeClosed(1, EPOCHS).boxed().toList());
      }
      assertThat(tuner.failure()).isEmpty();
    }
  }

  @Test
  void shouldDeliverAllAndGiveTheTrialBackWhenTheProcessIsToldToEnd() {
    ToyStudy study = study("preempted", 1);
    try (TunerHarness harness = TunerHarness.onSharedBroker();
        TunerService tuner = harness.startTuner("a");
        JournalTail journal = harness.journal(study);
        WorkerProcess child =
            WorkerProcess.start(
                study.name(),
                harness.broker().bootstrapServers(),
                harness.settings("a").get("schema.registry.url"),
                harness.settings("a").get("topic.prefix"))) {
      harness.apply(study);
      journal.until(
          "a checkpoint of the child",
          () ->
              journal
                  .state()
                  .flatMap(state -> state.trial(0))
                  .flatMap(Trial::checkpoint)
                  .isPresent());

      List<Long> reported = child.terminate();

      List<Long> delivered = reported(harness, 0, 1);
      assertThat(delivered)
          .containsExactlyElementsOf(LongStream.rangeClosed(1, delivered.size()).boxed().toList())
          .containsAll(reported);
      List<TrialEvent> events = events(harness, 0, 1);
      TrialEvent last = events.get(events.size() - 1);
      assertThat(last.getKind()).isEqualTo(TrialEventKind.ENDED);
      assertThat(last.getEndReason()).isEqualTo(EndReason.PREEMPTED);

      long saved = delivered.size() - delivered.size() % WorkerProcess.CHECKPOINT_EVERY;
      trainOnFrom(saved, harness, study);
      assertThat(journal.untilOver().trials().get(0).status()).isEqualTo(TrialStatus.COMPLETED);
      Trial trial = StudyAssertions.assertExactlyOnce(harness, study).trials().get(0);
      assertThat(trial.attempt()).isEqualTo(2);
      assertThat(trial.failures()).isZero();
      assertThat(tuner.failure()).isEmpty();
    }
  }

  private static void trainOnFrom(long saved, TunerHarness harness, ToyStudy study) {
    try (TrialClient client = harness.connectWorker("elsewhere");
        WorkerSlot slot = client.slot(study.name())) {
      Grant grant = slot.ask().orElseThrow();
      assertThat(grant.trial()).isZero();
      assertThat(grant.attempt()).isEqualTo(2);
      assertThat(grant.fromResource()).isEqualTo(saved);
      assertThat(grant.checkpoint().orElseThrow().reference()).isEqualTo("child@" + saved);
      grant.report(EPOCHS, "loss", 0.1);
      assertThat(grant.hasNext()).isFalse();
    }
  }

  /** Resources reported of an attempt, in the order of the topic. */
  private static List<Long> reported(TunerHarness harness, int trial, int attempt) {
    return events(harness, trial, attempt).stream()
        .filter(event -> event.getKind() == TrialEventKind.METRICS)
        .map(TrialEvent::getResource)
        .toList();
  }

  private static List<TrialEvent> events(TunerHarness harness, int trial, int attempt) {
    return harness.committed().metrics().stream()
        .map(entry -> entry.value().orElseThrow())
        .filter(event -> event.getTrial() == trial && event.getAttempt() == attempt)
        .filter(event -> event.getKind() != TrialEventKind.LEASE_CHECK)
        .toList();
  }
}
