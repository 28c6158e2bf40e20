package io.flexhb.core.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.Metric;
import io.flexhb.core.study.message.RequestedState;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.message.SuspendedTrial;
import io.flexhb.core.study.state.TrialStatus;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The sequence of docs/protocol.md, word for word. */
class TranscriptTest {
  private static final StudySpec SPEC =
      Specs.of(9, 3).lambdas(List.of(1.0, 1.0, 0.0)).loops(2).spec();

  @Test
  void shouldSayWhatTheProtocolPageShows() {
    Conversation c = new Conversation(Specs.of(3, 3).lambdas(List.of(1.0, 0.0)).loops(2).spec());
    assertThat(c.ask("A", 1)).containsExactly("A: START trial 0 attempt 1, from 0 until 1");
    assertThat(c.started("A", 0, 1)).isEmpty();
    assertThat(c.report("A", 0, 1, 1, 0.1)).containsExactly("A: PAUSE trial 0 attempt 1");
    assertThat(c.trial(0).reason())
        .isEqualTo("paused at resource 1: rung 0 of bracket 0 waits for 2 more trial(s)");

    assertThat(c.ask("B", 1)).containsExactly("B: START trial 1 attempt 1, from 0 until 1");
    assertThat(c.report("B", 1, 1, 1, 0.2)).containsExactly("B: PAUSE trial 1 attempt 1");
    assertThat(c.ask("B", 2)).containsExactly("B: START trial 2 attempt 1, from 0 until 1");

    // The next bracket of the loop starts at the largest resource.
    assertThat(c.ask("A", 2, new SuspendedTrial(0, 1)))
        .containsExactly("A: START trial 3 attempt 1, from 0 until 3");
    assertThat(c.report("B", 2, 1, 1, 0.3))
        .containsExactly("B: STOP trial 1 attempt 1", "B: STOP trial 2 attempt 1");
    assertThat(c.reason(0)).isEqualTo("kept: rank 1 of 3 at resource 1, goes on to 3");
    assertThat(c.reason(2)).isEqualTo("stopped: rank 3 of 3 at resource 1, 1 kept");

    assertThat(c.ask("B", 3))
        .containsExactly("B: CONTINUE trial 0 attempt 2, from 1 until 3, c0@1");
    assertThat(c.report("B", 0, 2, 2, 0.09)).isEmpty();
    assertThat(c.report("B", 0, 2, 3, 0.08)).containsExactly("B: COMPLETE trial 0 attempt 2");
    assertThat(c.reason(0)).isEqualTo("completed at resource 3 with loss = 0.08");

    assertThat(c.report("A", 3, 1, 3, 0.07)).containsExactly("A: COMPLETE trial 3 attempt 1");
    assertThat(c.train("A", 3, 0.06)).containsExactly("A: COMPLETE trial 4 attempt 1");

    // The second loop: trial 1, stopped at resource 1, ranks before all three of the new rung.
    assertThat(c.train("A", 4, 0.5)).containsExactly("A: PAUSE trial 5 attempt 1");
    assertThat(c.train("A", 5, 0.6)).containsExactly("A: PAUSE trial 6 attempt 1");
    assertThat(c.train("A", 6, 0.7))
        .containsExactly(
            "A: STOP trial 5 attempt 1", "A: STOP trial 6 attempt 1", "A: STOP trial 7 attempt 1");
    assertThat(c.reason(1)).isEqualTo("revived: rank 1 of 5 at resource 1, goes on to 3");
    assertThat(c.reason(7)).isEqualTo("stopped: rank 3 of 3 at resource 1, 1 of all 5 so far kept");
    assertThat(c.ask("B", 7)).containsExactly("B: REVIVE trial 1 attempt 2, from 1 until 3, c1@1");
  }

  /** A worker that reports the last value of its rung goes on at once, without a new attempt. */
  @Test
  void shouldContinueTheSameAttemptWhenItsReportCompletesTheRung() {
    Conversation c = new Conversation(SPEC);
    for (int i = 0; i < 8; i++) {
      assertThat(c.train("A", i, 1 + i))
          .containsExactly("A: PAUSE trial %d attempt 1".formatted(i));
    }
    List<String> said = c.train("A", 8, 0.5);
    assertThat(said).contains("A: CONTINUE trial 8 attempt 1, from 1 until 3");
    assertThat(said).filteredOn(s -> s.contains("STOP")).hasSize(6);
    assertThat(c.trial(8).status()).isEqualTo(TrialStatus.RUNNING);
    assertThat(c.trial(8).fromResource()).isZero();
    assertThat(c.trial(8).untilResource()).isEqualTo(3);
  }

  @Test
  void shouldPreferTheSlotThatHoldsTheTrial() {
    StudySpec spec = Specs.of(3, 3).spec();
    Conversation c = new Conversation(spec);
    c.train("A", 1, 0.1);
    c.train("B", 1, 0.2);
    c.ask("C", 1);
    c.apply(RequestedState.PAUSED, spec);
    assertThat(c.report("C", 2, 1, 1, 0.3)).containsExactly("C: PAUSE trial 2 attempt 1");
    assertThat(c.trial(2).reason()).isEqualTo("paused at resource 1: the study is paused");
    assertThat(c.ask("C", 2)).containsExactly("C: WAIT");
    assertThat(c.ask("A", 2, new SuspendedTrial(0, 1))).containsExactly("A: WAIT");

    assertThat(c.apply(RequestedState.ACTIVE, spec))
        .contains(
            "A: CONTINUE trial 0 attempt 2, from 1 until 3, c0@1",
            "C: START trial 3 attempt 1, from 0 until 3");
  }

  @Test
  void shouldAnswerTheSameAskTheSameWay() {
    Conversation c = new Conversation(SPEC);
    c.ask("A", 1);
    Command.Grant first = c.grant();
    c.ask("A", 1);
    assertThat(c.last().commands()).containsExactly(first);
    assertThat(c.last().changesState()).isFalse();
    assertThat(c.rejection()).contains(Rejection.Kind.DUPLICATE);
  }

  @Test
  void shouldIgnoreAnAskOlderThanTheNewest() {
    Conversation c = new Conversation(SPEC);
    c.ask("A", 5);
    assertThat(c.ask("A", 4)).isEmpty();
    assertThat(c.rejection()).contains(Rejection.Kind.LATE);
    assertThat(c.state().trials()).hasSize(1);
  }

  @Test
  void shouldGrantALostTrialAnewWhenItsSlotAsksAgain() {
    Conversation c = new Conversation(SPEC);
    c.ask("A", 1);
    c.started("A", 0, 1);
    assertThat(c.ask("A", 2)).containsExactly("A: START trial 0 attempt 2, from 0 until 1");
    assertThat(c.trial(0).failures()).isEqualTo(1);
  }

  @Test
  void shouldSayTheCommandInForceAgainToWhoHasNotSeenIt() {
    Conversation c = new Conversation(SPEC);
    c.ask("A", 1);
    String start = c.seen(0);
    c.report("A", 0, 1, 1, 0.5);
    assertThat(c.heartbeat("A", 0, 1, start)).containsExactly("A: PAUSE trial 0 attempt 1");
    assertThat(c.last().changesState()).isFalse();
    assertThat(c.heartbeat("A", 0, 1, c.seen(0))).isEmpty();
    assertThat(c.report("A", 0, 1, 1, Metric.of(0.5), start))
        .containsExactly("A: PAUSE trial 0 attempt 1");
  }

  @Test
  void shouldReleaseSlotsOfAStudyThatIsOver() {
    Conversation c = new Conversation(SPEC);
    c.ask("A", 1);
    c.apply(RequestedState.CANCELLED, SPEC);
    assertThat(c.transcript()).endsWith("A: STOP trial 0 attempt 1");
    assertThat(c.ask("A", 2)).containsExactly("A: RELEASE");
    Command release = c.last().commands().get(0);
    assertThat(c.ask("A", 2)).containsExactly("A: RELEASE");
    assertThat(c.last().commands()).containsExactly(release);
  }

  @Test
  void shouldReleaseWhoAsksForAnotherIncarnation() {
    Conversation c = new Conversation(SPEC);
    c.on(
        new StudyEvent.WorkAsked(
            0, Optional.of(new UUID(9, 9)), Conversation.slot("A"), 1, List.of()));
    assertThat(c.transcript()).containsExactly("A: RELEASE");
    assertThat(c.rejection()).contains(Rejection.Kind.ZOMBIE);
    assertThat(c.state().trials()).isEmpty();
  }
}
