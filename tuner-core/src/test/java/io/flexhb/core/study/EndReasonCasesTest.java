package io.flexhb.core.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.fidelity.LevelData;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.Objective;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.decision.Reason;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.EndReason;
import io.flexhb.core.study.message.LastAttempt;
import io.flexhb.core.study.message.LastReport;
import io.flexhb.core.study.message.LeaseKey;
import io.flexhb.core.study.message.Metric;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.FailureStreak;
import io.flexhb.core.study.state.JointValues;
import io.flexhb.core.study.state.LevelValue;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of a trial whose worker ends its attempt. Brackets 9@1→3@3→1@9 and so on. */
class EndReasonCasesTest {
  private static final StudySpec SPEC = Specs.of(9, 3).budget(1_000).spec();

  private final Conversation c = new Conversation(SPEC);

  @Test
  void shouldCompleteATrialWhoseTrainerEndedByItself() {
    c.ask("A", 1);
    c.report("A", 0, 1, 1, 0.5);
    c.on(ended("A", 0, 1, EndReason.CONVERGED, Optional.empty()));

    // It had paused at its boundary before, so that this end says nothing new.
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.PAUSED);
    assertThat(c.rejection()).contains(Rejection.Kind.LATE);

    c.ask("B", 1);
    c.on(ended("B", 1, 1, EndReason.CONVERGED, Optional.of(last(1, 0.25))));

    Trial converged = c.trial(1);
    assertThat(converged.status()).isEqualTo(TrialStatus.COMPLETED);
    assertThat(converged.levels())
        .allSatisfy(value -> assertThat(value.value()).isEqualTo(0.25))
        .extracting(LevelValue::level)
        .isEqualTo(SPEC.fidelityLevels());
    assertThat(c.reason(1))
        .isEqualTo(
            "completed: the trainer ended by itself at resource 1, its last loss = 0.25 stands up"
                + " to 9");
    assertThat(c.state().best().orElseThrow().trial()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(Method.Promotion.class)
  void shouldRefundWhatATrainerThatEndedByItselfDidNotTrain(Method.Promotion promotion) {
    StudySpec spec =
        Specs.of(9, 3).brackets(Method.Brackets.NONE).promotion(promotion).budget(100).spec();
    Conversation conversation = new Conversation(spec);
    conversation.ask("A", 1);
    conversation.report("A", 0, 1, 3, 0.5);
    long before = conversation.state().budget().remaining(spec.limits());

    conversation.on(ended("A", 0, 1, EndReason.CONVERGED, Optional.of(last(4, 0.4))));

    assertThat(conversation.trial(0).status()).isEqualTo(TrialStatus.COMPLETED);
    assertThat(conversation.state().budget().remaining(spec.limits())).isEqualTo(before + 5);
  }

  @Test
  void shouldRankATrialWhoseTrainerEndedByItselfAndTrainItNoFurther() {
    for (int trial = 0; trial < 8; trial++) {
      c.train("A", trial + 1, 0.5 + trial / 100.0);
    }
    c.ask("A", 9);
    c.on(ended("A", 8, 1, EndReason.CONVERGED, Optional.of(last(1, 0.1))));

    assertThat(c.trial(8).status()).isEqualTo(TrialStatus.COMPLETED);
    assertThat(c.state().trials().count(t -> t.status() == TrialStatus.STOPPED)).isEqualTo(6);
    assertThat(c.state().trials().count(t -> t.rung() == 1))
        .as("two others go on beside it")
        .isEqualTo(2);
    assertThat(c.last().reasons())
        .extracting(Reason::text)
        .contains("is completed: rank 1 of 9 at resource 1, among those kept");
  }

  @Test
  void shouldGoOnWhereEveryTrainerEndsByItself() {
    for (Method.Promotion promotion : Method.Promotion.values()) {
      StudySpec spec = Specs.of(9, 3).promotion(promotion).trials(40).spec();
      Conversation conversation = new Conversation(spec);
      for (int trial = 0; trial < 40; trial++) {
        conversation.ask("A", trial + 1);
        conversation.on(
            ended("A", trial, 1, EndReason.CONVERGED, Optional.of(last(1, 1.0 / (trial + 1)))));
      }
      conversation.ask("A", 99);
      assertThat(conversation.state().trials())
          .as("%s", promotion)
          .allMatch(t -> t.status() == TrialStatus.COMPLETED);
      assertThat(conversation.state().status()).isEqualTo(StudyStatus.FINISHED);
    }
  }

  @Test
  void shouldLearnFromTheLastValueAtFullFidelityButNotForTau() {
    c.ask("A", 1);
    c.on(ended("A", 0, 1, EndReason.CONVERGED, Optional.of(last(1, 0.25))));

    List<LevelData> levels = StudySnapshot.measurements(c.state()).levels();
    assertThat(levels.get(0).y()).containsExactly(0.25);
    assertThat(levels.get(levels.size() - 1).y()).containsExactly(0.25);
    assertThat(levels.subList(1, levels.size() - 1)).allMatch(level -> level.size() == 0);
    assertThat(c.state().measured().trialsAt(9)).isEqualTo(1);
    assertThat(c.state().measured().joint(3)).isSameAs(JointValues.NONE);
    assertThat(c.state().measured().joint(1)).isSameAs(JointValues.NONE);
  }

  @Test
  void shouldFailATrainerThatEndsByItselfWithoutAValue() {
    c.ask("A", 1);
    c.on(ended("A", 0, 1, EndReason.CONVERGED, Optional.empty()));
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.PENDING);
    assertThat(c.trial(0).failures()).isEqualTo(1);
    assertThat(c.reason(0)).contains("ended by itself without a finite value of 'loss'");
  }

  @Test
  void shouldCountAnEarlyEndAsAFailureWhereTheStudySaysSo() {
    Objective strict = new Objective("loss", Objective.Direction.MINIMIZE, false);
    Conversation conversation = new Conversation(Specs.of(9, 3).objective(strict).spec());
    conversation.ask("A", 1);
    conversation.on(ended("A", 0, 1, EndReason.CONVERGED, Optional.of(last(1, 0.2))));
    assertThat(conversation.trial(0).failures()).isEqualTo(1);
    assertThat(conversation.reason(0)).contains("objective.converged: fails");
  }

  @Test
  void shouldFailAnInfeasibleTrialAtOnceAndHoldItAgainstNobody() {
    c.ask("A", 1);
    c.on(
        new StudyEvent.AttemptEnded(
            0,
            Conversation.ref(0, 1),
            Conversation.slot("A"),
            c.seen(0),
            EndReason.INFEASIBLE,
            "batch does not fit"));
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.FAILED);
    assertThat(c.reason(0))
        .isEqualTo("failed: its configuration is infeasible: batch does not fit");
    assertThat(c.state().failing()).isEqualTo(FailureStreak.NONE);
    assertThat(failedAt(c, 1)).isEqualTo(1);
  }

  @Test
  void shouldTakeTheAsksWordForHowTheAttemptEnded() {
    c.ask("A", 1);
    c.started("A", 0, 1);

    c.on(askAfter("A", 2, EndReason.FAILED, "out of memory"));

    assertThat(c.reason(0)).contains("the trainer failed: out of memory");
    assertThat(c.trial(0).failures()).isEqualTo(1);
    assertThat(c.grant().attempt()).isEqualTo(2);
    c.on(ended("A", 0, 1, EndReason.FAILED, Optional.empty()));
    assertThat(c.trial(0).failures()).as("the end that comes second changes nothing").isEqualTo(1);
  }

  @Test
  void shouldNotCountAReleaseThatOnlyTheAskTellsOf() {
    for (int i = 0; i < 10; i++) {
      c.on(askAfter("A", i + 1, i, EndReason.RELEASED, ""));
      c.started("A", 0, i + 1);
    }
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.RUNNING);
    assertThat(c.trial(0).failures()).isZero();
  }

  @Test
  void shouldIgnoreAnAsksWordOfAnotherAttempt() {
    c.ask("A", 1);
    c.started("A", 0, 1);
    LastAttempt other =
        new LastAttempt(Conversation.ref(7, 1), EndReason.RELEASED, "", Optional.empty());
    c.on(
        new StudyEvent.WorkAsked(
            0,
            Optional.of(Conversation.INCARNATION),
            Conversation.slot("A"),
            2,
            List.of(),
            Optional.of(other)));
    assertThat(c.reason(0)).contains("asked anew without ending it");
  }

  @Test
  void shouldCountACrashAsAFailedPointFromTheLevelItHeadedFor() {
    for (int attempt = 1; attempt <= 3; attempt++) {
      c.ask("A", attempt);
      c.ended("A", 0, attempt, EndReason.FAILED);
    }
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.FAILED);
    assertThat(SPEC.fidelityLevels()).allSatisfy(level -> assertThat(failedAt(c, level)).isOne());
    assertThat(c.state().measured().trialsAt(1)).isZero();
  }

  @Test
  void shouldCountALostWorkerAsACrashOnceItsAttemptsAreUsedUp() {
    for (int attempt = 1; attempt <= 3; attempt++) {
      c.ask("A", attempt);
      c.started("A", 0, attempt);
      c.expired(new LeaseKey.OfAttempt(0, attempt));
    }
    assertThat(failedAt(c, 1)).isOne();
  }

  @Test
  void shouldNotCountAnAttemptThatWasNeverStartedAsACrash() {
    for (int attempt = 1; attempt <= 9; attempt++) {
      c.ask("A", attempt);
      c.expired(new LeaseKey.OfAttempt(0, attempt));
    }
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.FAILED);
    assertThat(failedAt(c, 1)).isZero();
  }

  @Test
  void shouldPromoteAThirdOfTheTrialsThatTheLimitAllowed() {
    StudySpec spec =
        Specs.of(81, 3)
            .brackets(Method.Brackets.HYPERBAND)
            .promotion(Method.Promotion.SH)
            .trials(9)
            .spec();
    Conversation conversation = new Conversation(spec);
    for (int trial = 0; trial < 9; trial++) {
      conversation.train("A", trial + 1, 0.1 * trial);
    }
    assertThat(conversation.state().trials().count(t -> t.rung() == 1)).isEqualTo(3);
    assertThat(conversation.state().trials().count(t -> t.status() == TrialStatus.DISCARDED))
        .isEqualTo(6);
  }

  private static long failedAt(Conversation conversation, long level) {
    return StudySnapshot.measurements(conversation.state()).levels().stream()
        .filter(data -> data.level() == level)
        .mapToLong(data -> data.failedX().length)
        .sum();
  }

  private StudyEvent askAfter(String worker, long sequence, EndReason reason, String message) {
    return askAfter(worker, sequence, 1, reason, message);
  }

  private StudyEvent askAfter(
      String worker, long sequence, int attempt, EndReason reason, String message) {
    return new StudyEvent.WorkAsked(
        0,
        Optional.of(Conversation.INCARNATION),
        Conversation.slot(worker),
        sequence,
        List.of(),
        Optional.of(
            new LastAttempt(Conversation.ref(0, attempt), reason, message, Optional.empty())));
  }

  private StudyEvent ended(
      String worker, int trial, int attempt, EndReason reason, Optional<LastReport> last) {
    return new StudyEvent.AttemptEnded(
        0, Conversation.ref(trial, attempt), Conversation.slot(worker), "", reason, "", last);
  }

  private static LastReport last(long resource, double value) {
    return new LastReport(resource, Metric.of(value));
  }
}
