package io.flexhb.core.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.spec.Objective;
import io.flexhb.core.spec.Strategy;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.decision.Reason;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.EndReason;
import io.flexhb.core.study.message.LastReport;
import io.flexhb.core.study.message.Metric;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.RecentValues;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.TrialStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Studies in which the value at a level is the best, or the mean, of those up to it. */
class StrategyCasesTest {
  private static final Strategy MEAN_OF_3 = Strategy.meanOfLast(3);

  private Conversation c;

  /** Trains nine trials to resource 1; the best of them, trial 0, is granted up to 3 then. */
  private Conversation begin(StudySpec spec, double first) {
    c = new Conversation(spec);
    for (int trial = 0; trial < 9; trial++) {
      c.train("A", trial + 1, first + trial);
    }
    c.ask("A", 100);
    assertThat(c.grant().trial()).isZero();
    c.started("A", 0, 2);
    return c;
  }

  private Conversation begin(Strategy strategy) {
    return begin(Specs.of(9, 3).strategy(strategy).spec(), 0);
  }

  private void report(long resource, double value) {
    c.report("A", 0, c.trial(0).attempt(), resource, value);
  }

  private OptionalDouble value(long level) {
    return c.trial(0).valueAt(level);
  }

  @Test
  void shouldTakeTheLastValueUnlessToldOtherwise() {
    begin(Strategy.LAST);
    report(2, -5);
    report(3, 7);

    assertThat(value(3)).hasValue(7);
    assertThat(c.trial(0).recent()).isEqualTo(RecentValues.NONE);
    assertThat(c.last().reasons()).noneMatch(reason -> reason.rule().equals("objective"));
  }

  @Test
  void shouldTakeTheBestUpToTheLevel() {
    begin(Strategy.BEST);
    report(2, -5);
    assertThat(c.last().facts())
        .as("between levels")
        .noneMatch(Fact.ValueRecorded.class::isInstance)
        .anyMatch(Fact.ObjectiveReported.class::isInstance);
    report(3, 7);

    assertThat(value(3)).hasValue(-5);
    assertThat(value(1)).as("what stands stays").hasValue(0);
    Reason reason =
        c.last().reasons().stream()
            .filter(each -> each.rule().equals("objective"))
            .findFirst()
            .orElseThrow();
    assertThat(reason.text())
        .isEqualTo(
            "loss = -5.0 counts at resource 3: the best of its values up to there"
                + " (objective.strategy: best)");
    assertThat(reason.values()).containsEntry("reported", "7.0").containsEntry("value", "-5.0");
  }

  @Test
  void shouldTakeTheMeanOfTheNewest() {
    begin(MEAN_OF_3);
    assertThat(value(1)).as("fewer where there are fewer").hasValue(0);
    report(2, 3);
    report(3, 6);

    assertThat(value(3)).hasValue(3);
    c.train("B", 1, 20); // the rung's other trials
    c.train("B", 2, 20);
    assertThat(c.trial(0).recent().values()).containsExactly(0.0, 3.0, 6.0);
    goOn();
    report(4, 9);
    assertThat(c.trial(0).recent().values()).containsExactly(3.0, 6.0, 9.0);
  }

  /** Trial 0 goes on to the largest resource. */
  private void goOn() {
    c.ask("A", 200);
    assertThat(c.grant().trial()).isZero();
    c.started("A", 0, c.trial(0).attempt());
  }

  @Test
  void shouldRankAndCompleteByWhatCounts() {
    begin(Strategy.BEST);
    report(2, -9);
    report(3, 100);
    c.train("B", 1, 1);
    c.train("B", 2, 2);

    assertThat(c.trial(0).reason()).startsWith("kept: rank 1 of 3 at resource 3");
    goOn();
    report(9, 50);
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.COMPLETED);
    assertThat(c.state().best()).contains(new StudyState.Best(0, -9));
  }

  @Test
  void shouldCountTheFirstOfWhatIsReportedAgainAfterAResume() {
    begin(MEAN_OF_3);
    report(2, 4);
    c.ended("A", 0, 2, EndReason.FAILED);
    c.ask("A", 101);
    assertThat(c.grant().trial()).isZero();
    assertThat(c.grant().attempt()).isEqualTo(3);
    c.started("A", 0, 3);
    report(2, 1000);
    assertThat(c.last().changesState()).as("the same resource again").isFalse();
    report(3, 8);

    assertThat(value(3)).hasValue((0 + 4 + 8) / 3.0);
  }

  @Test
  void shouldSayNothingOfAContradictionWhenABoundaryIsRepeated() {
    begin(Strategy.BEST);
    report(2, -5);
    report(3, 7);
    report(3, 7);

    assertThat(c.rejection()).contains(Rejection.Kind.DUPLICATE);
    assertThat(c.last().rejection().orElseThrow().message()).doesNotContain("stands");
  }

  @Test
  void shouldJudgeAJumpByWhatCountsThen() {
    begin(Strategy.BEST);
    report(5, 3);

    assertThat(value(3)).as("the first report past the level").hasValue(0);
  }

  @Test
  void shouldFailATrialWhoseValueAtARungIsNotFiniteWhateverItsBest() {
    begin(Strategy.BEST);
    report(2, Double.NaN);
    assertThat(c.trial(0).recent().resource()).as("left out between rungs").isEqualTo(1);
    report(3, Double.NaN);

    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.FAILED);
  }

  @Test
  void shouldLetWhatCountsStandWhereTheTrainerEndsByItself() {
    begin(MEAN_OF_3);
    report(2, 6);
    c.on(
        new StudyEvent.AttemptEnded(
            0,
            Conversation.ref(0, 2),
            Conversation.slot("A"),
            c.seen(0),
            EndReason.CONVERGED,
            "",
            Optional.of(new LastReport(2, new Metric.Finite(6)))));

    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.COMPLETED);
    assertThat(value(9)).hasValue(3);
    assertThat(c.trial(0).reason()).contains("loss = 3.0");
  }

  @Test
  void shouldDecideAlikeWhenTheSignIsTurned() {
    for (Strategy strategy : List.of(Strategy.BEST, MEAN_OF_3)) {
      List<List<String>> transcripts = new ArrayList<>();
      for (Objective.Direction direction : Objective.Direction.values()) {
        double sign = direction == Objective.Direction.MINIMIZE ? 1 : -1;
        Conversation turned =
            new Conversation(
                Specs.of(9, 3).objective(new Objective("loss", direction, true, strategy)).spec());
        for (int trial = 0; trial < 9; trial++) {
          turned.train("A", trial + 1, sign * (0.1 * trial));
        }
        for (int ask = 10; ask < 13; ask++) {
          turned.ask("A", ask);
          int trial = turned.grant().trial();
          int attempt = turned.trial(trial).attempt();
          turned.report("A", trial, attempt, 2, sign * 0.7 / (trial + 1));
          turned.report("A", trial, attempt, 3, sign * 0.3 * trial);
        }
        transcripts.add(turned.transcript());
      }
      assertThat(transcripts.get(0)).isEqualTo(transcripts.get(1));
    }
  }

  @Test
  void shouldGiveTheMeanOfEqualValuesAsThatValue() {
    RecentValues recent = RecentValues.NONE;
    for (int i = 1; i <= 7; i++) {
      recent = recent.with(Strategy.meanOfLast(6), i, 0.1);
    }
    assertThat(recent.values()).hasSize(6);
    assertThat(recent.counted()).isEqualTo(0.1);
    assertThat(new RecentValues(3, List.of(0.1, 0.2, 0.3)).counted()).isEqualTo(0.2);
  }

  @Test
  void shouldComeBackFromItsPartsAsItWas() {
    begin(MEAN_OF_3);
    report(2, 4);
    StudyState before = c.state();
    StudyState restored =
        StudyState.assemble(
            before.header(),
            before.trials().toJavaList(),
            before.brackets().toJavaList(),
            before.slotTable().slots().values().toJavaList());

    assertThat(restored.trials()).isEqualTo(before.trials());
    StudyEvent boundary =
        new StudyEvent.Reported(
            0,
            Conversation.ref(0, 2),
            Conversation.slot("A"),
            c.seen(0),
            3,
            Metric.of(8),
            Optional.empty());
    assertThat(StudyEngine.decide(Optional.of(restored), boundary))
        .isEqualTo(StudyEngine.decide(Optional.of(before), boundary));
  }
}
