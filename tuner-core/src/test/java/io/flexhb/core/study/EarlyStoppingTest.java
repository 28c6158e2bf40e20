package io.flexhb.core.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.spec.Method;
import io.flexhb.core.study.decision.Reason;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.RequestedState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.TrialStatus;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Stopping rules through the engine, by hand; one worker. */
class EarlyStoppingTest {

  /** Levels 1, 3, 6, 9. */
  private static Specs median() {
    return Specs.of(9, 3).brackets(Method.Brackets.NONE).stopping(Method.Stopping.MEDIAN).trials(9);
  }

  /** Levels 1, 3, 6, 9, 12, ... 27. */
  private static Specs curve() {
    return Specs.of(27, 3).brackets(Method.Brackets.NONE).stopping(Method.Stopping.CURVE).trials(9);
  }

  /** Grants the next trial. */
  private static void start(Conversation c, int trial) {
    c.ask("w", c.nextAsk("w"));
    assertThat(c.grant().trial()).isEqualTo(trial);
    c.started("w", trial, 1);
  }

  /** Trains a new trial to the end. */
  private static void complete(Conversation c, int trial, DoubleUnaryOperator value) {
    start(c, trial);
    for (long level : c.state().spec().fidelityLevels()) {
      c.report("w", trial, 1, level, value.applyAsDouble(level));
    }
    assertThat(c.trial(trial).status()).isEqualTo(TrialStatus.COMPLETED);
  }

  private static Reason why(Conversation c, String rule) {
    return c.last().reasons().stream().filter(r -> r.rule().equals(rule)).findFirst().orElseThrow();
  }

  /**
   * Running means of the completed trials:
   *
   * <pre>
   * trial  values         up to 1   up to 3   up to 6
   *   0    .8 .6 .4 .2      .8        .7        .6
   *   1    .4 .4 .4 .4      .4        .4        .4
   *   2    .2 .2 .2 .2      .2        .2        .2
   * median                            .4        .4
   * </pre>
   */
  private static Conversation threeCompleted() {
    Conversation c = new Conversation(median().spec());
    complete(c, 0, level -> level == 1 ? .8 : level == 3 ? .6 : level == 6 ? .4 : .2);
    complete(c, 1, level -> .4);
    complete(c, 2, level -> .2);
    return c;
  }

  @Test
  void shouldStopATrialThatIsWorseThanTheMedianOfRunningMeans() {
    Conversation c = threeCompleted();
    assertThat(c.state().budget().spent()).isEqualTo(27);
    start(c, 3);
    assertThat(c.report("w", 3, 1, 1, .9)).isEmpty();
    assertThat(c.reason(3)).isEqualTo("goes on at resource 1: within its grace");
    assertThat(c.report("w", 3, 1, 3, .5))
        .containsExactly("w: STOP trial 3 attempt 1", "w: DISCARD_CHECKPOINT trial 3 attempt 1");
    assertThat(c.reason(3))
        .isEqualTo(
            "stopped early at resource 3: its best, 0.5, is worse than 0.4, the median of the"
                + " running means of 3 completed trials");
    assertThat(why(c, "median").values())
        .containsEntry("best", "0.5")
        .containsEntry("median", "0.4")
        .containsEntry("completed", "3")
        .containsEntry("level", "3");
    assertThat(c.trial(3).status()).isEqualTo(TrialStatus.DISCARDED);
    assertThat(c.state().budget().spent()).as("what was not trained is given back").isEqualTo(30);
    start(c, 4);
  }

  @Test
  void shouldLetATrialGoOnThatOnceWasAsGoodAsTheMedian() {
    Conversation c = threeCompleted();
    start(c, 3);
    c.report("w", 3, 1, 1, .4);
    assertThat(c.report("w", 3, 1, 3, .9)).isEmpty();
    assertThat(c.reason(3))
        .isEqualTo(
            "goes on at resource 3: its best, 0.4, is not worse than 0.4, the median of the running"
                + " means of 3 completed trials");
    assertThat(c.trial(3).status()).isEqualTo(TrialStatus.RUNNING);
  }

  @Test
  void shouldCountOnlyCompletedTrials() {
    Conversation c = new Conversation(median().spec());
    complete(c, 0, level -> .1);
    complete(c, 1, level -> .1);
    start(c, 2);
    c.report("w", 2, 1, 1, .9);
    assertThat(c.report("w", 2, 1, 3, .9)).isEmpty();
    assertThat(c.reason(2)).isEqualTo("goes on at resource 3: 2 of 3 trials completed");
  }

  @Test
  void shouldStopTheSameWhenTheObjectiveIsMaximised() {
    Conversation c = new Conversation(median().maximise().spec());
    for (int trial = 0; trial < 3; trial++) {
      complete(c, trial, level -> .8);
    }
    start(c, 3);
    c.report("w", 3, 1, 1, .7);
    c.report("w", 3, 1, 3, .75);
    assertThat(c.reason(3))
        .isEqualTo(
            "stopped early at resource 3: its best, 0.75, is worse than 0.8, the median of the"
                + " running means of 3 completed trials");
  }

  @Test
  void shouldStopNothingInAPausedStudy() {
    Conversation c = threeCompleted();
    start(c, 3);
    c.report("w", 3, 1, 1, .9);
    c.apply(RequestedState.PAUSED, c.state().spec());
    assertThat(c.report("w", 3, 1, 3, .9)).isEmpty();
    assertThat(c.trial(3).status()).isEqualTo(TrialStatus.RUNNING);
  }

  @Test
  void shouldLetARungGoOnWithoutATrialThatWasStoppedBeforeIt() {
    // 9@1 → 3@3 → 1@9: only at 6 is there a level between rungs.
    Conversation c =
        new Conversation(
            Specs.of(9, 3)
                .brackets(Method.Brackets.SINGLE)
                .promotion(Method.Promotion.SH)
                .stopping(Method.Stopping.MEDIAN)
                .loops(4)
                .spec());
    int sequence = 1;
    for (int loop = 0; loop < 3; loop++) {
      for (int step = 0; step < 13; step++) {
        c.train("w", sequence++, .1);
      }
    }
    assertThat(c.state().trials().count(t -> t.status() == TrialStatus.COMPLETED)).isEqualTo(3);
    for (int step = 0; step < 12; step++) {
      c.train("w", sequence++, .5);
    }
    c.ask("w", sequence);
    Command.Grant last = c.grant();
    assertThat(last.untilResource()).isEqualTo(9);
    c.started("w", last.trial(), last.attempt());
    assertThat(c.report("w", last.trial(), last.attempt(), 6, .5))
        .contains("w: STOP trial " + last.trial() + " attempt " + last.attempt());
    assertThat(c.state().status())
        .as("the bracket is over without it")
        .isEqualTo(StudyStatus.FINISHED);
  }

  @Test
  void shouldStopATrialWhoseCurveWillStayFarFromTheBest() {
    Conversation c = new Conversation(curve().spec());
    complete(c, 0, level -> .1 + .5 / level);
    start(c, 1);
    for (long level : List.of(1L, 3L, 6L, 9L)) {
      assertThat(c.report("w", 1, 1, level, .6 + .1 / level)).isEmpty();
    }
    assertThat(c.reason(1)).isEqualTo("goes on at resource 9: 4 of 5 scores");
    assertThat(c.report("w", 1, 1, 12, .6 + .1 / 12))
        .containsExactly("w: STOP trial 1 attempt 1", "w: DISCARD_CHECKPOINT trial 1 attempt 1");
    Reason why = why(c, "curve");
    assertThat(why.text())
        .startsWith("stopped early at resource 12: the chance to beat the best is below 0.05");
    assertThat(Double.parseDouble(why.values().get("probability"))).isLessThan(.05);
    assertThat(Double.parseDouble(why.values().get("expected"))).isBetween(.58, .62);
    assertThat(Double.parseDouble(why.values().get("best"))).isEqualTo(.1 + .5 / 27);
    assertThat(c.state().budget().spent()).isEqualTo(27 + 12);
  }

  @Test
  void shouldLetATrialGoOnWhoseCurveWillBeatTheBest() {
    Conversation c = new Conversation(curve().maximise().spec());
    complete(c, 0, level -> .5 - .2 / level);
    start(c, 1);
    for (long level : List.of(1L, 3L, 6L, 9L, 12L, 15L)) {
      assertThat(c.report("w", 1, 1, level, .9 - .6 / level)).isEmpty();
    }
    assertThat(c.reason(1))
        .startsWith("goes on at resource 15: the chance to beat the best is at least 0.05");
  }

  @Test
  void shouldJudgeNoCurveBeforeThereIsABest() {
    Conversation c = new Conversation(curve().spec());
    start(c, 0);
    c.report("w", 0, 1, 1, .9);
    assertThat(c.reason(0)).isEqualTo("goes on at resource 1: no trial is completed yet");
  }

  @Test
  void shouldFailATrialWithAValueThatNoCurveIsFittedTo() {
    Conversation c = new Conversation(curve().spec());
    start(c, 0);
    assertThat(c.report("w", 0, 1, 1, 2.5)).contains("w: STOP trial 0 attempt 1");
    assertThat(c.rejection()).contains(Rejection.Kind.INVALID);
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.FAILED);
    assertThat(c.trial(0).reason())
        .isEqualTo(
            "failed: loss = 2.5 at resource 1: stopping: curve needs an objective from 0 to 1;"
                + " report an accuracy or an error rate, or make a study with stopping: median");
    assertThat(c.state().budget().spent()).isEqualTo(1);
    assertThat(c.trial(0).levels()).isEmpty();
  }
}
