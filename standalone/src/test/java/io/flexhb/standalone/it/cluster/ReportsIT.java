package io.flexhb.standalone.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import io.flexhb.service.TunerService;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.it.HandWorker;
import io.flexhb.standalone.it.JournalTail;
import io.flexhb.standalone.it.StudyAssertions;
import io.flexhb.standalone.it.ToyStudy;
import io.flexhb.standalone.it.TunerHarness;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reports that are repeated, late, or from a worker that no longer holds the trial. */
@Timeout(120)
class ReportsIT {

  /** The first bracket trains nine trials for one epoch and goes on with three. */
  private static final int FIRST_RUNG = 9;

  private static TunerHarness harness;
  private static TunerService tuner;

  private final ToyStudy study = ToyStudy.named(BrokerForTests.shared().uniqueName("reports"));
  private HandWorker worker;
  private JournalTail journal;

  @BeforeAll
  static void startTuner() {
    harness = TunerHarness.onSharedBroker();
    tuner = harness.startTuner("a");
  }

  @AfterAll
  static void stopTuner() {
    tuner.close();
    harness.close();
  }

  @BeforeEach
  void applyStudy() {
    worker = new HandWorker(harness, study, "hand");
    journal = harness.journal(study);
    harness.apply(study);
  }

  @AfterEach
  void everythingIsExactlyOnceAndTheTunerRuns() {
    worker.close();
    journal.close();
    StudyAssertions.assertExactlyOnce(harness, study);
    assertThat(tuner.state()).isEqualTo(TunerService.State.RUNNING);
  }

  @Test
  void shouldAnswerAReportThatComesAgainWithTheSameCommand() {
    Command grant = worker.ask();
    worker.started(grant);

    Command pause = worker.reportBoundary(grant, 0.5);
    Command second = worker.reportBoundary(grant, 0.5);
    Command third = worker.reportBoundary(grant, 0.5);

    assertThat(pause.getKind()).isEqualTo(CommandKind.PAUSE);
    assertThat(second.getId()).isEqualTo(pause.getId());
    assertThat(third.getId()).isEqualTo(pause.getId());
    assertThat(valuesRecorded()).isEqualTo(1);
  }

  @Test
  void shouldKeepTheFirstValueOfALevel() {
    Command grant = worker.ask();
    worker.reportBoundary(grant, 0.5);

    Command again = worker.reportBoundary(grant, 0.1);

    assertThat(again.getKind()).isEqualTo(CommandKind.PAUSE);
    assertThat(valuesRecorded()).isEqualTo(1);
    assertThat(trial(grant).valueAt(1)).hasValue(0.5);
  }

  @Test
  void shouldTakeNoHarmFromReportsOfATrialThatWasStopped() {
    Command last = firstRung();

    // Worse than all before it: the rung is complete and this trial is not kept.
    Command stop = worker.reportBoundary(last, 100);
    assertThat(stop.getKind()).isEqualTo(CommandKind.STOP);
    worker.report(last, 2, 99);
    Command again = worker.nextAbout(last);

    assertThat(again.getId()).isEqualTo(stop.getId());
    Command next = worker.ask();
    assertThat(next.getKind()).isEqualTo(CommandKind.CONTINUE);
    worker.started(next);
    journal.until("what comes next", () -> find(next).filter(Trial::started).isPresent());
    assertThat(trial(last).status()).isEqualTo(TrialStatus.STOPPED);
  }

  @Test
  void shouldIgnoreAReportOfAResourceThatWasPassed() {
    worker.reportBoundary(firstRung(), 100);
    Command next = worker.ask();
    assertThat(next.getFromResource()).isEqualTo(1);
    assertThat(next.getUntilResource()).isEqualTo(3);
    worker.started(next);
    worker.report(next, 2, 0.2);

    worker.report(next, 1, 0.9);
    Command answer = worker.reportBoundary(next, 0.1);

    assertThat(answer.getKind()).isIn(CommandKind.PAUSE, CommandKind.CONTINUE);
    journal.until(
        "the boundary", () -> find(next).filter(t -> t.valueAt(3).isPresent()).isPresent());
    assertThat(trial(next).valueAt(1).orElseThrow()).isLessThan(0.9);
    assertThat(trial(next).failures()).isZero();
  }

  @Test
  void shouldFenceAnAttemptThatWasGivenUp() {
    Command old = worker.ask();
    worker.started(old);
    // A new ask says that the slot trains nothing any more.
    Command current = worker.ask();
    assertThat(current.getTrial()).isEqualTo(old.getTrial());
    assertThat(current.getAttempt()).isEqualTo(2);
    worker.started(current);
    journal.until("the second attempt", () -> find(current).filter(Trial::started).isPresent());

    Command stop = worker.reportBoundary(old, 0.01);
    Command pause = worker.reportBoundary(current, 0.5);

    assertThat(stop.getKind()).isEqualTo(CommandKind.STOP);
    assertThat(stop.getAttempt()).isEqualTo(1);
    assertThat(pause.getKind()).isEqualTo(CommandKind.PAUSE);
    assertThat(valuesRecorded()).isEqualTo(1);
    assertThat(trial(current).valueAt(1)).hasValue(0.5);
  }

  /** Trains all trials of the first rung but one; returns the grant of that one. */
  private Command firstRung() {
    for (int i = 1; i < FIRST_RUNG; i++) {
      Command pause = worker.reportBoundary(worker.ask(), i / 100.0);
      assertThat(pause.getKind()).isEqualTo(CommandKind.PAUSE);
    }
    return worker.ask();
  }

  /**
   * Decisions that took a value, once another ask has been answered: whatever was sent before it
   * has been decided on then.
   */
  private long valuesRecorded() {
    Command next = worker.ask();
    journal.until("the next grant", () -> find(next).filter(Trial::isLive).isPresent());
    return journal.entries().stream()
        .flatMap(entry -> entry.getFacts().stream())
        .filter(fact -> fact.getType().equals("ValueRecorded"))
        .count();
  }

  private Trial trial(Command grant) {
    return find(grant).orElseThrow();
  }

  /** Empty while the journal's reader is behind the commands'. */
  private Optional<Trial> find(Command grant) {
    journal.poll();
    return journal.state().flatMap(state -> state.trial(grant.getTrial()));
  }
}
