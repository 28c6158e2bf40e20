package io.flexhb.core.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.RequestedState;
import io.flexhb.core.study.message.SuspendedTrial;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import org.junit.jupiter.api.Test;

/** Asynchronous promotion by hand: R = 9, eta = 3, so rungs at 1, 3 and 9. */
class AshaTest {

  private static Specs asha() {
    return Specs.of(9, 3).brackets(Method.Brackets.SINGLE).promotion(Method.Promotion.ASHA);
  }

  /** A worker asks, trains trial {@code number} until {@code until}, and hears the answer. */
  private static void step(Conversation c, String grant, double value, String answer) {
    long sequence = c.nextAsk("w");
    assertThat(c.ask("w", sequence)).containsExactly("w: " + grant);
    Command.Grant granted = c.grant();
    c.started("w", granted.trial(), granted.attempt());
    assertThat(c.report("w", granted.trial(), granted.attempt(), granted.untilResource(), value))
        .containsExactly("w: " + answer);
  }

  /**
   * One worker. The values at resource 1, in the order they come, and how many of them may go on:
   *
   * <pre>
   * trial  value   values at 1     best that go on   what happens
   *   0     .50    .50                 1 of 1         goes on to 3, first of 1 there: on to 9
   *   1     .60    .50 .60             1 of 2         2nd: pauses
   *   2     .40    .40 .50 .60         1 of 3         1st: goes on to 3 (value .45 there)
   * </pre>
   */
  @Test
  void shouldPromoteTheBestOfTheHighestRungWheneverAWorkerIsFree() {
    Conversation c = new Conversation(asha().loops(1).spec());
    c.ask("w", 1);
    c.started("w", 0, 1);
    assertThat(c.report("w", 0, 1, 1, .50))
        .containsExactly("w: CONTINUE trial 0 attempt 1, from 1 until 3");
    assertThat(c.trial(0).reason())
        .isEqualTo("promoted: rank 1 of 1 at resource 1, the best 1 go on; to 3");
    assertThat(c.report("w", 0, 1, 3, .30))
        .containsExactly("w: CONTINUE trial 0 attempt 1, from 3 until 9");
    assertThat(c.report("w", 0, 1, 9, .20)).containsExactly("w: COMPLETE trial 0 attempt 1");

    step(c, "START trial 1 attempt 1, from 0 until 1", .60, "PAUSE trial 1 attempt 1");
    assertThat(c.reason(1)).isEqualTo("paused at resource 1: rank 2 of 2, the best 1 go on");
    step(
        c,
        "START trial 2 attempt 1, from 0 until 1",
        .40,
        "CONTINUE trial 2 attempt 1, from 1 until 3");
    // Second of two at 3, where one may go on.
    assertThat(c.report("w", 2, 1, 3, .45)).containsExactly("w: PAUSE trial 2 attempt 1");
    assertThat(c.reason(2)).isEqualTo("paused at resource 3: rank 2 of 2, the best 1 go on");

    step(c, "START trial 3 attempt 1, from 0 until 1", .70, "PAUSE trial 3 attempt 1");
    step(c, "START trial 4 attempt 1, from 0 until 1", .80, "PAUSE trial 4 attempt 1");
    // Now 6 values at 1, of which the best two may go on: both 2 and 0 have. Trial 1 stays.
    step(c, "START trial 5 attempt 1, from 0 until 1", .90, "PAUSE trial 5 attempt 1");
    step(c, "START trial 6 attempt 1, from 0 until 1", .95, "PAUSE trial 6 attempt 1");
    step(c, "START trial 7 attempt 1, from 0 until 1", .96, "PAUSE trial 7 attempt 1");
    // With the ninth value three may go on: trial 1, paused long ago, is the third.
    step(c, "START trial 8 attempt 1, from 0 until 1", .97, "PAUSE trial 8 attempt 1");
    assertThat(c.reason(8)).isEqualTo("paused at resource 1: rank 9 of 9, the best 3 go on");
    // Three values at 3 then: .30 (went on), .35 (rank 2), .45; one may go on.
    step(c, "CONTINUE trial 1 attempt 2, from 1 until 3, c1@1", .35, "PAUSE trial 1 attempt 2");
    assertThat(c.reason(1)).isEqualTo("paused at resource 3: rank 2 of 3, the best 1 go on");
    // The bracket's nine trials are there, nothing may go on any more.
    assertThat(c.state().status()).isEqualTo(StudyStatus.FINISHED);
    assertThat(c.state().trials().map(Trial::status))
        .containsOnly(TrialStatus.COMPLETED, TrialStatus.PAUSED);
  }

  @Test
  void shouldServeTheHighestRungFirst() {
    StudySpec spec = asha().loops(1).spec();
    Conversation c = new Conversation(spec);
    c.ask("a", 1);
    c.started("a", 0, 1);
    c.ask("b", 1);
    c.started("b", 1, 1);
    c.report("a", 0, 1, 1, .5);
    // While the study is paused both become the first of their rungs.
    c.apply(RequestedState.PAUSED, spec);
    c.report("a", 0, 1, 3, .5);
    c.report("b", 1, 1, 1, .4);
    c.apply(RequestedState.ACTIVE, spec);
    assertThat(c.ask("b", 2))
        .containsExactly("b: CONTINUE trial 0 attempt 2, from 3 until 9, c0@3");
    assertThat(c.ask("a", 2))
        .containsExactly("a: CONTINUE trial 1 attempt 2, from 1 until 3, c1@1");
  }

  @Test
  void shouldSayWhenAnotherTrialGoesFirst() {
    StudySpec spec = asha().loops(1).spec();
    Conversation c = new Conversation(spec);
    for (int trial = 0; trial < 3; trial++) {
      c.ask("w" + trial, 1);
      c.started("w" + trial, trial, 1);
    }
    c.report("w0", 0, 1, 1, .5);
    c.apply(RequestedState.PAUSED, spec);
    c.report("w0", 0, 1, 3, .5);
    c.apply(RequestedState.ACTIVE, spec);
    assertThat(c.report("w1", 1, 1, 1, .4)).containsExactly("w1: PAUSE trial 1 attempt 1");
    assertThat(c.reason(1))
        .isEqualTo("paused at resource 1: rank 1 of 2, goes on after trial 0 at resource 3");
  }

  @Test
  void shouldPreferTheHolderOfATrialThatGoesOn() {
    StudySpec spec = asha().trials(1).spec();
    Conversation c = new Conversation(spec);
    c.ask("a", 1);
    c.started("a", 0, 1);
    c.apply(RequestedState.PAUSED, spec);
    c.report("a", 0, 1, 1, .2);
    c.ask("b", 1);
    c.ask("c", 1, new SuspendedTrial(0, 1));
    assertThat(c.apply(RequestedState.ACTIVE, spec))
        .containsExactly("c: CONTINUE trial 0 attempt 2, from 1 until 3, c0@1");
  }

  @Test
  void shouldNeverPromoteWhatTheBudgetDoesNotHold() {
    // Nine first rungs are 9; two more promote one trial to 3, and 6 to R are not there.
    Conversation c = new Conversation(asha().budget(11).spec());
    c.ask("w", 1);
    c.started("w", 0, 1);
    assertThat(c.report("w", 0, 1, 1, .5))
        .containsExactly("w: CONTINUE trial 0 attempt 1, from 1 until 3");
    assertThat(c.report("w", 0, 1, 3, .5)).containsExactly("w: PAUSE trial 0 attempt 1");
    assertThat(c.reason(0))
        .isEqualTo(
            "paused at resource 3: rank 1 of 1, it may go on, but the budget has 0 left of the 6"
                + " that it takes");
    for (int trial = 1; trial < 9; trial++) {
      step(
          c,
          "START trial " + trial + " attempt 1, from 0 until 1",
          .6 + trial,
          "PAUSE trial " + trial + " attempt 1");
    }
    assertThat(c.state().status()).isEqualTo(StudyStatus.FINISHED);
    assertThat(c.state().budget().spent()).isEqualTo(11);
  }

  @Test
  void shouldGoOnWhenAPausedStudyIsResumed() {
    StudySpec spec = asha().trials(1).spec();
    Conversation c = new Conversation(spec);
    c.ask("w", 1);
    c.started("w", 0, 1);
    c.apply(RequestedState.PAUSED, spec);
    assertThat(c.report("w", 0, 1, 1, .5)).containsExactly("w: PAUSE trial 0 attempt 1");
    assertThat(c.reason(0)).isEqualTo("paused at resource 1: rank 1 of 1, and the study is paused");
    assertThat(c.ask("w", 2)).containsExactly("w: WAIT");
    assertThat(c.apply(RequestedState.ACTIVE, spec))
        .containsExactly("w: CONTINUE trial 0 attempt 2, from 1 until 3, c0@1");
  }

  @Test
  void shouldPromoteATrialThatHasItsNextValueAlreadyWithoutAGrant() {
    Conversation c = new Conversation(asha().trials(2).spec());
    c.ask("a", 1);
    c.started("a", 0, 1);
    c.report("a", 0, 1, 1, .5);
    c.ask("b", 1);
    c.started("b", 1, 1);
    // Jumped over two rungs to the end: best at 1, at 3, and done.
    assertThat(c.report("b", 1, 1, 9, .1)).containsExactly("b: COMPLETE trial 1 attempt 1");
    assertThat(c.trial(1).status()).isEqualTo(TrialStatus.COMPLETED);
    assertThat(c.state().budget().spent()).isEqualTo(1 + 2 + 1);
  }

  @Test
  void shouldTellEveryWorkerWhenTheStudyIsCancelled() {
    StudySpec spec = asha().loops(1).spec();
    Conversation c = new Conversation(spec);
    c.ask("a", 1);
    c.started("a", 0, 1);
    c.ask("b", 1);
    c.started("b", 1, 1);
    c.report("a", 0, 1, 1, .5);
    c.report("b", 1, 1, 1, .6);
    assertThat(c.trial(1).status()).isEqualTo(TrialStatus.PAUSED);
    assertThat(c.apply(RequestedState.CANCELLED, spec))
        .containsExactly("a: STOP trial 0 attempt 1");
    assertThat(c.trial(1).status()).isEqualTo(TrialStatus.DISCARDED);
    assertThat(c.trial(1).reason()).isEqualTo("the study is over: as requested");
    assertThat(c.ask("b", 2)).containsExactly("b: RELEASE");
  }

  @Test
  void shouldRankBracketsOfEachStartLevelByThemselves() {
    Conversation c =
        new Conversation(
            Specs.of(9, 3)
                .brackets(Method.Brackets.HYPERBAND)
                .promotion(Method.Promotion.ASHA)
                .loops(1)
                .spec());
    // 9@1, then 3@3, then 3@9: the tenth trial starts at 3.
    for (int trial = 0; trial < 10; trial++) {
      c.ask("w" + trial, 1);
      c.started("w" + trial, trial, 1);
    }
    assertThat(c.trial(9).untilResource()).isEqualTo(3);
    c.report("w0", 0, 1, 1, .1);
    c.report("w0", 0, 1, 3, .1);
    // Worse than trial 0 at 3, but the first of its own bracket.
    assertThat(c.report("w9", 9, 1, 3, .9))
        .containsExactly("w9: CONTINUE trial 9 attempt 1, from 3 until 9");
  }
}
