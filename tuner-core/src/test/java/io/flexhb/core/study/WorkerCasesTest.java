package io.flexhb.core.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.Checkpoint;
import io.flexhb.core.study.message.EndReason;
import io.flexhb.core.study.message.LeaseKey;
import io.flexhb.core.study.message.RequestedState;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.TrialStatus;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cases "workers and zombies" of users of other tuners. */
class WorkerCasesTest {
  private static final StudySpec SPEC = Specs.of(9, 3).spec();
  private static final Configuration OWN = Configuration.of(Map.of("x", 1.0, "y", 2.0, "z", 3.0));

  @Test
  void shouldRetryFromTheCheckpointUnderTheSameNumber() {
    Conversation c = new Conversation(Specs.of(9, 3).trials(1).spec());
    c.ask("A", 1);
    c.report("A", 0, 1, 1, 0.5);
    c.on(
        new StudyEvent.CheckpointSaved(
            0, Conversation.ref(0, 1), Conversation.slot("A"), c.seen(0), new Checkpoint(2, "p2")));
    c.expired(new LeaseKey.OfAttempt(0, 1));
    assertThat(c.ask("B", 1)).containsExactly("B: CONTINUE trial 0 attempt 2, from 2 until 3, p2");
  }

  @Test
  void shouldFenceAnAttemptThatWasGivenUp() {
    Conversation c = new Conversation(SPEC);
    c.ask("A", 1);
    c.started("A", 0, 1);
    c.expired(new LeaseKey.OfAttempt(0, 1));
    c.ask("B", 1);
    StudyState before = c.state();
    assertThat(c.report("A", 0, 1, 1, 0.01)).containsExactly("A: STOP trial 0 attempt 1");
    assertThat(c.rejection()).contains(Rejection.Kind.ZOMBIE);
    assertThat(c.last().rejection().orElseThrow().message())
        .isEqualTo(
            "slot A/0 still trains attempt 1 of trial 0: attempt 1 was given up, attempt 2 is the"
                + " current one");
    assertThat(c.state()).isSameAs(before);
  }

  /** It was only slow: until somebody else is granted the trial its value counts. */
  @Test
  void shouldTakeTheValueOfAnAttemptThatWasGivenUpTooEarly() {
    Conversation c = new Conversation(SPEC);
    c.ask("A", 1);
    c.started("A", 0, 1);
    c.expired(new LeaseKey.OfAttempt(0, 1));
    assertThat(c.report("A", 0, 1, 1, 0.5)).containsExactly("A: PAUSE trial 0 attempt 1");
    assertThat(c.trial(0).valueAt(1)).hasValue(0.5);
    assertThat(c.state().ready()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Method.Promotion.class,
      names = {"SH", "GLOSH"})
  void shouldKeepAReportAfterStopAsData(Method.Promotion promotion) {
    Conversation c = new Conversation(Specs.of(3, 3).promotion(promotion).spec());
    for (int i = 0; i < 3; i++) {
      c.train("A", i, 1 + i);
    }
    TrialStatus stopped = c.trial(2).status();
    c.report("A", 2, 1, 3, 0.001);
    assertThat(c.rejection()).contains(Rejection.Kind.LATE);
    assertThat(c.trial(2).measuredAt(3)).hasValue(0.001);
    assertThat(c.trial(2).status()).isEqualTo(stopped);
    assertThat(StudySnapshot.measurements(c.state()).fullFidelity().size()).isEqualTo(1);
  }

  @Test
  void shouldNameATrainerThatCountsFromOneAgain() {
    Conversation c = new Conversation(Specs.of(9, 3).trials(1).spec());
    c.ask("A", 1);
    c.report("A", 0, 1, 1, 0.5);
    c.report("A", 0, 1, 3, 0.5);
    c.expired(new LeaseKey.OfAttempt(0, 1));
    c.ask("B", 1);
    assertThat(c.grant().fromResource()).isEqualTo(3);
    assertThat(c.report("B", 0, 2, 1, 0.4)).containsExactly("B: STOP trial 0 attempt 2");
    assertThat(c.last().rejection().orElseThrow().message())
        .isEqualTo(
            "trial 0: it reported resource 1 after it was resumed at 3: resources are absolute,"
                + " the resumed trainer seems to count from 1 again");
    assertThat(c.trial(0).failures()).isEqualTo(2);
    assertThat(c.report("B", 0, 2, 2, 0.4)).containsExactly("B: STOP trial 0 attempt 2");
    assertThat(c.trial(0).failures()).isEqualTo(2);
  }

  @Test
  void shouldNotCountAPreemptionAgainstTheTrial() {
    Conversation c = new Conversation(SPEC);
    for (int i = 0; i < 10; i++) {
      c.ask("A", i);
      c.ended("A", 0, i + 1, EndReason.PREEMPTED);
    }
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.PENDING);
    assertThat(c.trial(0).attempt()).isEqualTo(10);
  }

  @Test
  void shouldTrainFromTheBeginningWhenTheCheckpointIsLost() {
    Conversation c = new Conversation(Specs.of(9, 3).trials(1).spec());
    c.ask("A", 1);
    c.report("A", 0, 1, 1, 0.5);
    c.expired(new LeaseKey.OfAttempt(0, 1));
    c.ask("B", 1);
    c.ended("B", 0, 2, EndReason.CHECKPOINT_LOST);
    assertThat(c.ask("B", 2)).containsExactly("B: CONTINUE trial 0 attempt 3, from 0 until 3");
  }

  @Test
  void shouldFailATrialThatLosesCheckpointsItNeverHad() {
    Conversation c = new Conversation(SPEC);
    for (int i = 0; i < 3; i++) {
      c.ask("A", i);
      c.ended("A", 0, i + 1, EndReason.CHECKPOINT_LOST);
    }
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.FAILED);
  }

  @Test
  void shouldForgiveGrantsThatNobodyStartedMoreOften() {
    Conversation c = new Conversation(SPEC);
    for (int i = 0; i < 8; i++) {
      c.ask("A", i);
      c.expired(new LeaseKey.OfAttempt(0, i + 1));
    }
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.PENDING);
    c.ask("A", 9);
    c.expired(new LeaseKey.OfAttempt(0, 9));
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.FAILED);
    assertThat(c.trial(0).reason())
        .isEqualTo("failed after 9 attempt(s): worker slot A/0 did not start it in time");
  }

  @Test
  void shouldForgetASlotThatFellSilent() {
    Conversation c = new Conversation(SPEC);
    c.apply(RequestedState.PAUSED, SPEC);
    c.ask("A", 1);
    c.expired(new LeaseKey.OfSlot(Conversation.slot("A")));
    assertThat(c.state().slotTable().slots()).isEmpty();
    c.apply(RequestedState.ACTIVE, SPEC);
    assertThat(c.transcript()).containsExactly("A: WAIT");
  }

  @Test
  void shouldForgetASlotThatNeverAskedAgain() {
    Conversation c = new Conversation(SPEC);
    c.train("A", 1, 0.5);
    assertThat(c.state().slotTable().slots()).hasSize(1);
    c.expired(new LeaseKey.OfSlot(Conversation.slot("A")));
    assertThat(c.state().slotTable().slots()).isEmpty();
  }

  @Test
  void shouldNotForgetASlotThatTrains() {
    Conversation c = new Conversation(SPEC);
    c.ask("A", 1);
    c.expired(new LeaseKey.OfSlot(Conversation.slot("A")));
    assertThat(c.rejection()).contains(Rejection.Kind.LATE);
    assertThat(c.state().slotTable().slots()).hasSize(1);
  }

  @Test
  void shouldStopAnAttemptNobodyGranted() {
    Conversation c = new Conversation(SPEC);
    c.ask("A", 1);
    assertThat(c.report("A", 0, 7, 1, 0.1)).containsExactly("A: STOP trial 0 attempt 7");
    assertThat(c.report("A", 99, 1, 1, 0.1)).containsExactly("A: STOP trial 99 attempt 1");
    assertThat(c.rejection()).contains(Rejection.Kind.UNKNOWN);
  }
}
