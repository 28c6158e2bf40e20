package io.flexhb.core.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.fidelity.FidelityLevels;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.Checkpoint;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.EndReason;
import io.flexhb.core.study.message.LeaseKey;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.Budget;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import org.junit.jupiter.api.Test;

/** How studies end, and what their budget pays for. */
class EndCasesTest {

  @Test
  void shouldStopEveryLiveTrialWhenTheStudyEnds() {
    Conversation c = new Conversation(Specs.of(9, 3).loops(9).target(0.2).spec());
    for (int i = 0; i < 12; i++) {
      c.ask("W" + i, 1);
    }
    c.ask("last", 1);
    assertThat(c.grant().untilResource()).isEqualTo(9);
    c.report("last", 12, 1, 9, 0.1);
    assertThat(c.state().status()).isEqualTo(StudyStatus.FINISHED);
    assertThat(c.state().statusReason()).isEqualTo("the target is reached");
    assertThat(c.last().commands())
        .filteredOn(k -> k instanceof Command.Ending end && end.kind() == Command.EndingKind.STOP)
        .extracting(k -> ((Command.Ending) k).trial())
        .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  }

  /** Else the record of a decision that ends a study of many thousands would be too large. */
  @Test
  void shouldTellOnlyRunningTrialsThatTheStudyEnds() {
    Conversation c = new Conversation(Specs.of(9, 3).loops(9).deadline(1000).spec());
    for (int i = 0; i < 8; i++) {
      c.train("W", 1 + i, 0.1 * i);
    }
    c.ask("last", 1);
    assertThat(c.state().trials()).hasSize(9);
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.PAUSED);
    c.at(1000);
    assertThat(c.expired(new LeaseKey.OfStudy())).containsExactly("last: STOP trial 8 attempt 1");
    assertThat(c.last().facts()).hasSizeLessThan(9);
    assertThat(c.state().trials().init())
        .allSatisfy(trial -> assertThat(trial.status()).isEqualTo(TrialStatus.PAUSED));
    assertThat(c.trial(8).status()).isEqualTo(TrialStatus.PENDING);
    assertThat(c.trial(8).reason())
        .isEqualTo(
            "attempt 1 ended, the study is over: the deadline has passed; re-opened it goes on from"
                + " 0");
  }

  @Test
  void shouldKeepTrialsThatWaitForAWorker() {
    Conversation c = new Conversation(Specs.of(9, 3).loops(9).deadline(1000).spec());
    for (int i = 0; i < 9; i++) {
      c.train("W" + i, 1, 0.1 * i);
    }
    assertThat(c.state().trials()).extracting(Trial::status).contains(TrialStatus.PENDING);
    c.at(1000);
    assertThat(c.expired(new LeaseKey.OfStudy())).isEmpty();
    assertThat(c.state().trials())
        .extracting(Trial::status)
        .containsOnly(TrialStatus.PENDING, TrialStatus.STOPPED);
  }

  @Test
  void shouldEndAtItsDeadline() {
    Conversation c = new Conversation(Specs.of(9, 3).deadline(1000).spec());
    c.ask("A", 1);
    c.at(999);
    c.expired(new LeaseKey.OfStudy());
    assertThat(c.rejection()).contains(Rejection.Kind.LATE);
    c.at(1000);
    assertThat(c.expired(new LeaseKey.OfStudy())).containsExactly("A: STOP trial 0 attempt 1");
    assertThat(c.state().statusReason()).isEqualTo("the deadline has passed");
  }

  @Test
  void shouldNotPromoteWhatTheBudgetCannotPay() {
    Conversation c = new Conversation(Specs.of(3, 3).budget(4).spec());
    for (int i = 0; i < 3; i++) {
      c.train("A", i, 1 + i);
    }
    assertThat(c.state().status()).isEqualTo(StudyStatus.FINISHED);
    assertThat(c.state().budget()).isEqualTo(new Budget(3, 0, 3));
    assertThat(c.reason(0))
        .isEqualTo("stopped: rank 1 of 3 at resource 1, 0 kept (the budget allows 0)");
  }

  /** What a lost attempt trained is paid for, as far as its checkpoint tells. */
  @Test
  void shouldPayForALostAttemptUpToItsCheckpoint() {
    Conversation c =
        new Conversation(
            Specs.of(9, 3)
                .brackets(Method.Brackets.NONE)
                .levels(FidelityLevels.rungs())
                .budget(100)
                .spec());
    c.ask("A", 1);
    c.report("A", 0, 1, 3, 0.5);
    c.on(
        new StudyEvent.CheckpointSaved(
            0, Conversation.ref(0, 1), Conversation.slot("A"), c.seen(0), new Checkpoint(7, "p7")));
    c.expired(new LeaseKey.OfAttempt(0, 1));
    assertThat(c.state().budget().spent()).isEqualTo(7);
  }

  /** A curve cannot be fitted to a value above 1. */
  @Test
  void shouldPayForAFailedTrialUpToTheValueThatFailedIt() {
    Conversation c = new Conversation(curve());
    c.ask("A", 1);
    c.report("A", 0, 1, 6, 7.0);
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.FAILED);
    assertThat(c.state().budget().spent()).isEqualTo(6);
  }

  @Test
  void shouldGiveBackWhatAnAttemptDidNotUseOnlyOnce() {
    Conversation c = new Conversation(curve());
    c.ask("A", 1);
    c.started("A", 0, 1);
    c.expired(new LeaseKey.OfAttempt(0, 1));
    assertThat(c.state().budget().spent()).isZero();
    c.report("A", 0, 1, 6, 7.0);
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.FAILED);
    assertThat(c.state().budget().spent()).isZero();
  }

  private static StudySpec curve() {
    return Specs.of(27, 3)
        .brackets(Method.Brackets.NONE)
        .stopping(Method.Stopping.CURVE)
        .budget(200)
        .spec();
  }

  /** What another trial was promised is not taken for a retry. */
  @Test
  void shouldNotTakeAnothersPromiseForARetry() {
    Conversation c = new Conversation(Specs.of(3, 3).budget(5).spec());
    c.train("A", 0, 1);
    c.train("A", 1, 2);
    c.train("A", 2, 3);
    c.ask("A", 3);
    assertThat(c.grant().trial()).isZero();
    c.started("A", 0, 2);
    c.ended("A", 0, 2, EndReason.CHECKPOINT_LOST);
    assertThat(c.state().budget().spent() + c.state().budget().reserved()).isEqualTo(5);
    c.ask("A", 4);
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.FAILED);
    assertThat(c.reason(0))
        .isEqualTo("it would have to be trained from 0 to 3, and the budget has 2 left");
    assertThat(c.state().statusReason()).isEqualTo("the budget of 5 is used up");
  }
}
