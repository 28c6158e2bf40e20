package io.flexhb.core.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.spec.Limits;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.Patience;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.EndReason;
import io.flexhb.core.study.message.LeaseKey;
import io.flexhb.core.study.message.RequestedState;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.FailureStreak;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.TrialStatus;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A study whose trials all fail is paused: it would create new ones for ever. */
class FailingCasesTest {
  private static final Patience ONE_ATTEMPT = new Patience(1, 1000, 1000, 1000, 600_000, 1000);
  private static final Patience TWO_ATTEMPTS = new Patience(2, 1000, 1000, 1000, 600_000, 1000);

  @ParameterizedTest
  @EnumSource(Method.Promotion.class)
  void shouldPauseWhenSoManyTrialsFailedInARow(Method.Promotion promotion) {
    Conversation c = new Conversation(specs(3).promotion(promotion).budget(1_000).spec());
    fail(c, 2);
    assertThat(c.state().status()).isEqualTo(StudyStatus.ACTIVE);
    c.ask("B", 1);

    fail(c, 1);

    assertThat(c.state().status()).isEqualTo(StudyStatus.PAUSED);
    assertThat(c.state().statusReason())
        .isEqualTo(
            "3 trial(s) failed in a row, the last, trial 3, failed after 1 attempt(s): the trainer"
                + " failed: out of memory. Fix the trainer, then 'flexhb study resume study'; or"
                + " raise limits.failures (3) and apply the study again");
    assertThat(c.last().reasons())
        .anySatisfy(
            reason -> {
              assertThat(reason.rule()).isEqualTo("study");
              assertThat(reason.text()).startsWith("study is PAUSED: 3 trial(s) failed in a row");
              assertThat(reason.values())
                  .containsEntry("failedInARow", "3")
                  .containsEntry("limit", "3")
                  .containsEntry("newest", "3");
            });
    c.ask("A", 100);
    assertThat(c.transcript()).last().isEqualTo("A: WAIT");
  }

  /** Each would be granted for nothing: what a lost attempt did not use is given back. */
  @Test
  void shouldPauseAfterTwentyUnlessTold() {
    Conversation c = new Conversation(Specs.of(9, 3).patience(ONE_ATTEMPT).budget(100).spec());
    fail(c, Limits.DEFAULT_FAILURES - 1);
    assertThat(c.state().status()).isEqualTo(StudyStatus.ACTIVE);
    fail(c, 1);
    assertThat(c.state().status()).isEqualTo(StudyStatus.PAUSED);
    assertThat(c.state().trials()).hasSize(20);
    assertThat(c.state().budget().spent()).isZero();
  }

  @Test
  void shouldNotPauseWhenSwitchedOff() {
    Conversation c =
        new Conversation(
            Specs.of(9, 3).patience(ONE_ATTEMPT).budget(100).failures(OptionalInt.empty()).spec());
    fail(c, 200);
    assertThat(c.state().status()).isEqualTo(StudyStatus.ACTIVE);
    assertThat(c.state().failing()).isEqualTo(new FailureStreak(200, 199));
  }

  @Test
  void shouldCountTrialsNotAttempts() {
    Conversation c = new Conversation(specs(1).patience(TWO_ATTEMPTS).spec());
    c.ask("A", 1);
    c.ended("A", 0, 1, EndReason.FAILED);
    assertThat(c.state().failing()).isEqualTo(FailureStreak.NONE);
    c.ask("A", 2);
    c.ended("A", 0, 2, EndReason.FAILED);
    assertThat(c.state().status()).isEqualTo(StudyStatus.PAUSED);
  }

  /** No process ever says a word where an image cannot be pulled. */
  @Test
  void shouldCountTrialsThatNeverStart() {
    Conversation c = new Conversation(specs(1).spec());
    for (int attempt = 1; attempt <= 3; attempt++) {
      c.ask("A", attempt);
      c.expired(new LeaseKey.OfAttempt(0, attempt));
    }
    assertThat(c.state().status()).isEqualTo(StudyStatus.PAUSED);
    assertThat(c.state().statusReason()).contains("worker slot A/0 did not start it in time");
  }

  @Test
  void shouldCountValuesThatAreNotFinite() {
    Conversation c = new Conversation(specs(2).spec());
    c.train("A", 1, Double.NaN);
    c.train("A", 2, Double.POSITIVE_INFINITY);
    assertThat(c.state().status()).isEqualTo(StudyStatus.PAUSED);
    assertThat(c.state().statusReason()).contains("trial 1, failed: loss was Infinity");
  }

  @Test
  void shouldBeginAnewWithAnyValue() {
    Conversation c = new Conversation(specs(3).spec());
    c.ask("B", 1);
    fail(c, 2);
    c.report("B", 0, 1, 1, 0.5);
    assertThat(c.state().failing()).isEqualTo(FailureStreak.NONE);
    fail(c, 2);
    assertThat(c.state().status()).isEqualTo(StudyStatus.ACTIVE);
    fail(c, 1);
    assertThat(c.state().status()).isEqualTo(StudyStatus.PAUSED);
  }

  /** It is the study that has too little left, not the trainer that fails. */
  @Test
  void shouldNotCountATrialThatTheBudgetHasNothingLeftFor() {
    Conversation c = new Conversation(Specs.of(3, 3).budget(5).failures(OptionalInt.of(1)).spec());
    c.train("A", 0, 1);
    c.train("A", 1, 2);
    c.train("A", 2, 3);
    c.ask("A", 3);
    c.started("A", 0, 2);
    c.ended("A", 0, 2, EndReason.CHECKPOINT_LOST);
    c.ask("A", 4);
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.FAILED);
    assertThat(c.state().failing()).isEqualTo(FailureStreak.NONE);
    assertThat(c.state().status()).isEqualTo(StudyStatus.FINISHED);
  }

  @Test
  void shouldGoOnWithAllItHadWhenItIsResumed() {
    StudySpec spec = specs(2).spec();
    Conversation c = new Conversation(spec);
    c.ask("B", 1);
    fail(c, 2);
    c.ask("A", 100);

    assertThat(c.apply(RequestedState.ACTIVE, spec))
        .containsExactly("A: START trial 3 attempt 1, from 0 until 1");

    assertThat(c.state().status()).isEqualTo(StudyStatus.ACTIVE);
    assertThat(c.state().failing()).isEqualTo(FailureStreak.NONE);
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.RUNNING);
    c.ended("A", 3, 1, EndReason.FAILED);
    assertThat(c.state().status()).as("a full new chance").isEqualTo(StudyStatus.ACTIVE);
    fail(c, 1);
    assertThat(c.state().status()).isEqualTo(StudyStatus.PAUSED);
  }

  /** As when a platform pauses it. */
  @Test
  void shouldLetRunningTrialsGoOnToTheirBoundary() {
    StudySpec spec = specs(2).promotion(Method.Promotion.SH).spec();
    Conversation c = new Conversation(spec);
    c.ask("B", 1);
    fail(c, 2);
    assertThat(c.report("B", 0, 1, 1, 0.5)).containsExactly("B: PAUSE trial 0 attempt 1");
    assertThat(c.reason(0)).isEmpty();
    assertThat(c.trial(0).reason()).isEqualTo("paused at resource 1: the study is paused");
    assertThat(c.state().status()).isEqualTo(StudyStatus.PAUSED);
    assertThat(c.state().statusReason()).startsWith("2 trial(s) failed in a row");
  }

  @Test
  void shouldStayPausedWhenThePlatformPausesItToo() {
    StudySpec spec = specs(1).spec();
    Conversation c = new Conversation(spec);
    fail(c, 1);
    c.apply(RequestedState.PAUSED, spec);
    assertThat(c.last().changesState()).isFalse();
    assertThat(c.state().statusReason()).startsWith("1 trial(s) failed in a row");
    c.apply(RequestedState.ACTIVE, spec);
    assertThat(c.state().status()).isEqualTo(StudyStatus.ACTIVE);
  }

  @Test
  void shouldGoOnWhenTheLimitIsRaisedAndPauseWhenItIsLowered() {
    Conversation c = new Conversation(specs(2).spec());
    fail(c, 2);
    c.apply(RequestedState.ACTIVE, specs(4).spec());
    assertThat(c.state().status()).isEqualTo(StudyStatus.ACTIVE);
    fail(c, 3);
    assertThat(c.state().status()).isEqualTo(StudyStatus.ACTIVE);

    c.apply(RequestedState.ACTIVE, specs(3).spec());

    assertThat(c.state().status()).isEqualTo(StudyStatus.PAUSED);
    assertThat(c.state().statusReason()).startsWith("3 trial(s) failed in a row");
  }

  @Test
  void shouldEndAtItsDeadlineWhilePaused() {
    Conversation c = new Conversation(specs(1).deadline(1000).spec());
    fail(c, 1);
    c.at(1000);
    c.expired(new LeaseKey.OfStudy());
    assertThat(c.state().status()).isEqualTo(StudyStatus.FINISHED);
  }

  @Test
  void shouldKeepTheCountWhenItIsStored() {
    Conversation c = new Conversation(specs(3).spec());
    fail(c, 2);
    StudyState restored =
        StudyState.assemble(
            c.state().header(),
            c.state().trials().toJavaList(),
            c.state().brackets().toJavaList(),
            c.state().slotTable().slots().values().toJavaList());
    assertThat(restored.failing()).isEqualTo(new FailureStreak(2, 1));
    assertThat(restored).isEqualTo(c.state());
  }

  @Test
  void shouldTellTheBeginningAndTheEndOfALongMessageOnOneLine() {
    Conversation c = new Conversation(specs(1).spec());
    c.ask("A", 1);
    c.on(
        new StudyEvent.AttemptEnded(
            0,
            Conversation.ref(0, 1),
            Conversation.slot("A"),
            c.seen(0),
            EndReason.FAILED,
            "Traceback\n" + "  a line\n".repeat(200) + "KeyError: 'lr'"));
    assertThat(c.state().statusReason())
        .hasSizeLessThan(600)
        .doesNotContain("\n")
        .contains("the trainer failed: Traceback a line", " ... ", "a line KeyError: 'lr'. Fix");
  }

  @Test
  void shouldTellWorkersThatTheStudyIsPaused() {
    Conversation c = new Conversation(Specs.of(9, 3).spec());
    c.apply(RequestedState.PAUSED, c.state().spec());
    c.ask("A", 1);
    assertThat(c.last().commands())
        .singleElement()
        .satisfies(
            command -> {
              assertThat(command).isInstanceOf(Command.Wait.class);
              assertThat(command.reason()).isEqualTo("the study is paused");
            });
  }

  private static Specs specs(int failures) {
    return Specs.of(9, 3).patience(ONE_ATTEMPT).failures(OptionalInt.of(failures));
  }

  /** One trial after the other, each new, fails at once. */
  private static void fail(Conversation c, int trials) {
    for (int i = 0; i < trials; i++) {
      c.ask("A", c.nextAsk("A"));
      Command.Grant grant = c.grant();
      c.ended("A", grant.trial(), grant.attempt(), EndReason.FAILED);
    }
  }
}
