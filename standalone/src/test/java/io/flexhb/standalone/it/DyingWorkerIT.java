package io.flexhb.standalone.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Trial;
import io.flexhb.service.TunerService;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker falls silent in the middle of a trial, and later reports again. */
@Timeout(600)
class DyingWorkerIT {

  /** No honest worker reports so good a value. */
  private static final double TOO_GOOD = -100;

  @Test
  void shouldGoOnFromTheCheckpointOfADeadWorkerAndNotHearItAgain() {
    ToyStudy study =
        ToyStudy.named("dying")
            .with("resource", "{\"max\": 9, \"min\": 3, \"eta\": 3}")
            .with("limits", "{\"budget\": 60}");
    try (TunerHarness harness = TunerHarness.onSharedBroker();
        TunerService tuner = harness.startTuner("a");
        HandWorker dying = new HandWorker(harness, study, "dying");
        JournalTail journal = harness.journal(study)) {
      harness.apply(study);
      Command grant = dying.ask();
      dying.started(grant);
      dying.report(grant, 1, 0.9);
      dying.report(grant, 2, 0.8);
      journal.until(
          "the checkpoint", () -> !journal.facts(Fact.CheckpointRecorded.class).isEmpty());

      try (ToyWorkers others = harness.startWorkers(study, 2, Duration.ofMillis(20))) {
        journal.until("the next attempt", () -> attempt(journal, grant.getTrial()) == 2);
        dying.report(grant, 3, TOO_GOOD);
        Command fence = dying.next("to be stopped", c -> c.getKind() == CommandKind.STOP);
        assertThat(fence.getTrial()).isEqualTo(grant.getTrial());
        assertThat(fence.getAttempt()).isEqualTo(1);
        journal.untilOver();
        others.awaitReleased();
      }

      StudyState state = StudyAssertions.assertExactlyOnce(harness, study);
      assertThat(state.status()).isEqualTo(StudyStatus.FINISHED);
      assertThat(tuner.failure()).isEmpty();
      theTrialWentOnFromItsCheckpoint(journal, grant);
      assertThat(state.trials().filter(t -> t.failures() > 0).map(Trial::number))
          .containsExactly(grant.getTrial());
      assertThat(state.trials().flatMap(Trial::levels))
          .allSatisfy(level -> assertThat(level.value()).isNotEqualTo(TOO_GOOD));
    }
  }

  private static int attempt(JournalTail journal, int trial) {
    return journal.state().flatMap(s -> s.trial(trial)).map(Trial::attempt).orElse(0);
  }

  private static void theTrialWentOnFromItsCheckpoint(JournalTail journal, Command grant) {
    assertThat(journal.facts(Fact.AttemptLost.class))
        .singleElement()
        .satisfies(
            lost -> {
              assertThat(lost.trial()).isEqualTo(grant.getTrial());
              assertThat(lost.attempt()).isEqualTo(1);
              assertThat(lost.blame()).isEqualTo(Fact.Blame.FAILURE);
            });
    assertThat(journal.facts(Fact.Granted.class))
        .filteredOn(granted -> granted.trial() == grant.getTrial())
        .extracting(Fact.Granted::command)
        .filteredOn(command -> command.attempt() == 2)
        .first()
        .satisfies(
            again -> {
              assertThat(again.fromResource()).isEqualTo(2);
              assertThat(again.untilResource()).isEqualTo(grant.getUntilResource());
              assertThat(again.checkpoint().orElseThrow().resource()).isEqualTo(2);
            });
  }
}
