package io.flexhb.core.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.spec.Patience;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.decision.Reason;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.EndReason;
import io.flexhb.core.study.message.Metric;
import io.flexhb.core.study.state.Budget;
import io.flexhb.core.study.state.Progress;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.TrialStatus;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Trainers that number their reports wrongly, and workers that speak of the attempts of others. */
class AdvanceCasesTest {
  private static final long STALL = 5_000;
  private static final StudySpec SPEC =
      Specs.of(9, 3).patience(new Patience(3, 1000, 1000, 1000, STALL, 1000)).spec();
  private static final List<String> NOTHING = List.of();

  private final Conversation c = new Conversation(SPEC);

  /** Of three trials trains two to resource 1; the third is granted up to there too. */
  private void begin() {
    c.ask("A", 1);
    c.started("A", 0, 1);
  }

  @Test
  void shouldTellOnceThatEpochsCountFromOne() {
    begin();

    assertThat(c.report("A", 0, 1, 0, 0.9)).containsExactly("A: REJECTED trial 0 attempt 1");
    assertThat(c.last().reasons()).singleElement().satisfies(this::isAboutResourceZero);
    assertThat(c.trial(0).progress().flatMap(Progress::rejection).orElseThrow())
        .contains("reported resource 0");
    assertThat(c.report("A", 0, 1, 0, 0.8)).as("the second").isEqualTo(NOTHING);
    assertThat(c.last().changesState()).as("it is counted, not journaled").isFalse();
    assertThat(c.rejection()).contains(Rejection.Kind.INVALID);
  }

  private void isAboutResourceZero(Reason reason) {
    assertThat(reason.rule()).isEqualTo("rejected");
    assertThat(reason.text()).contains("resource 0").contains("begin at 1");
  }

  @Test
  void shouldFailATrialThatCountsFromZeroAndNeverComesToItsBoundary() {
    begin();
    c.report("A", 0, 1, 0, 0.9);

    c.at(STALL - 1);
    assertThat(c.report("A", 0, 1, 0, 0.9)).isEqualTo(NOTHING);
    c.at(STALL);
    assertThat(c.report("A", 0, 1, 0, 0.9)).contains("A: STOP trial 0 attempt 1");

    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.FAILED);
    assertThat(c.trial(0).reason())
        .contains("do not advance")
        .contains("up to 1")
        .contains("reported resource 0");
    assertThat(c.trial(0).failedAt()).as("its configuration is not at fault").isEmpty();
  }

  @Test
  void shouldFailATrialThatRepeatsAReportBelowItsBoundary() {
    Conversation c = new Conversation(SPEC);
    for (int trial = 0; trial < 9; trial++) {
      c.train("A", trial + 1, trial);
    }
    c.ask("A", 100);
    Command.Grant grant = c.grant();
    assertThat(grant.untilResource()).isEqualTo(3);
    c.started("A", grant.trial(), grant.attempt());

    for (long time = 0; time <= 2 * STALL; time += STALL / 2) {
      c.at(time);
      c.report("A", grant.trial(), grant.attempt(), 2, 0.5);
    }

    assertThat(c.trial(grant.trial()).status()).isEqualTo(TrialStatus.FAILED);
    assertThat(c.trial(grant.trial()).reason()).contains("none above resource 2");
  }

  /** However slow it is, and however often it reports within an epoch. */
  @Test
  void shouldLeaveATrialAloneThatAdvances() {
    Conversation c = new Conversation(SPEC);
    for (int trial = 0; trial < 12; trial++) {
      c.train("A", trial + 1, trial);
    }
    c.ask("A", 100);
    Command.Grant grant = c.grant();
    c.started("A", grant.trial(), grant.attempt());
    long time = 0;
    for (long resource = grant.fromResource() + 1; resource < grant.untilResource(); resource++) {
      time += 3 * STALL;
      c.at(time);
      c.report("A", grant.trial(), grant.attempt(), resource, 0.5);
      c.at(time + 1);
      c.report("A", grant.trial(), grant.attempt(), resource, 0.5);
    }

    assertThat(c.trial(grant.trial()).status()).isEqualTo(TrialStatus.RUNNING);
  }

  @Test
  void shouldAnswerAReportThatCouldNotBeUsedAtOnce() {
    begin();

    assertThat(c.report("A", 0, 1, 1, new Metric.Unusable("no value"), c.seen(0)))
        .containsExactly("A: STOP trial 0 attempt 1");
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.PENDING);
    assertThat(c.trial(0).reason()).contains("no value");
  }

  @Test
  void shouldRefuseWhatAnotherSaysOfAnAttempt() {
    begin();
    StudyState before = c.state();

    assertThat(c.report("B", 0, 1, 1, 0.1)).containsExactly("B: REJECTED trial 0 attempt 1");
    assertThat(c.rejection()).contains(Rejection.Kind.FOREIGN);
    assertThat(c.ended("B", 0, 1, EndReason.FAILED))
        .containsExactly("B: REJECTED trial 0 attempt 1");
    assertThat(c.state()).isSameAs(before);
    assertThat(c.report("A", 0, 1, 1, 0.5)).containsExactly("A: PAUSE trial 0 attempt 1");
  }

  @Test
  void shouldLetNobodyElseKeepALeaseAlive() {
    begin();
    OptionalLong deadline = c.leases().earliest();

    c.at(500);
    c.heartbeat("B", 0, 1, "");

    assertThat(c.leases().earliest()).isEqualTo(deadline);
  }

  @Test
  void shouldCountWhatWasTrainedBesideWhatWasGranted() {
    Conversation c = new Conversation(SPEC);
    c.ask("A", 1);
    c.started("A", 0, 1);

    c.report("A", 0, 1, 7, 0.5);

    assertThat(c.state().budget().spent()).isEqualTo(1);
    assertThat(c.state().budget().trained()).isEqualTo(7);
    assertThat(c.state().budget().isOvertrained(9)).isFalse();
    assertThat(new Budget(2500, 0, 4380).isOvertrained(100)).isTrue();
    assertThat(new Budget(2500, 0, 2500).isOvertrained(100)).isFalse();
  }

  @Test
  void shouldBeginAnewWithEachAttempt() {
    begin();
    c.report("A", 0, 1, 0, 0.9);
    c.ended("A", 0, 1, EndReason.FAILED);
    c.ask("A", 2);
    c.started("A", 0, 2);

    assertThat(c.trial(0).progress()).contains(new Progress(0, 0, Optional.empty()));
    assertThat(c.report("A", 0, 2, 0, 0.9)).containsExactly("A: REJECTED trial 0 attempt 2");
  }
}
