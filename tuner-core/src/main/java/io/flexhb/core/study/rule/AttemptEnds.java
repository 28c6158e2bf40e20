package io.flexhb.core.study.rule;

import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.Slot;
import io.flexhb.core.study.state.Trial;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the end of an attempt on its worker's side means for the trial (docs/algorithms.md section
 * 8). The worker states the end in an event about the attempt and again in its next ask; the first
 * to arrive counts. An ask without that statement ends the attempt as well.
 */
final class AttemptEnds {

  private AttemptEnds() {}

  /** A known slot asks, so it no longer trains the trial of its last ask. */
  static RuleResult beforeAsk(RuleContext study, Slot slot, StudyEvent.WorkAsked ask) {
    if (!study.state().trains(slot)) {
      return RuleResult.NOTHING;
    }
    Trial trial = study.trial(slot.trial());
    return ask.last()
        .filter(last -> slot.trains(last.attempt(), study.state().incarnation()))
        .map(last -> ended(study, trial, last.ended(ask.time(), ask.slot())))
        .orElseGet(() -> abandoned(study, trial, slot));
  }

  /** The worker does not know of the attempt: it restarted, or never got the grant. */
  private static RuleResult abandoned(RuleContext study, Trial trial, Slot slot) {
    return LostAttempts.lose(
        study,
        trial,
        trial.started() ? Fact.Blame.FAILURE : Fact.Blame.UNSTARTED,
        Text.of(
            "worker slot %s asked anew without ending it (restarted, or two of one name)",
            slot.id()));
  }

  /** The worker says how its attempt ended. */
  static RuleResult ended(RuleContext study, Trial trial, StudyEvent.AttemptEnded event) {
    if (!trial.isLive()) {
      return RuleResult.rejected(
          Rejection.Kind.LATE,
          Text.of("attempt %d of trial %d had ended before", trial.attempt(), trial.number())
              + message(event));
    }
    return switch (event.reason()) {
      case FAILED ->
          LostAttempts.lose(
              study, trial, Fact.Blame.FAILURE, "the trainer failed" + message(event));
      case PREEMPTED ->
          LostAttempts.lose(study, trial, Fact.Blame.NONE, "the worker was preempted");
      case RELEASED -> LostAttempts.lose(study, trial, Fact.Blame.NONE, "the worker gave it back");
      case CHECKPOINT_LOST -> withoutCheckpoint(study, trial);
      case CONVERGED -> Convergence.ended(study, trial, event);
      case INFEASIBLE -> infeasible(study, trial, event);
    };
  }

  /** The trial starts again from 0. */
  private static RuleResult withoutCheckpoint(RuleContext study, Trial trial) {
    // An attempt from 0 had no checkpoint to lose, so this is the trainer's fault.
    Fact.Blame blame = trial.fromResource() > 0 ? Fact.Blame.NONE : Fact.Blame.FAILURE;
    return study
        .result()
        .fact(new Fact.CheckpointRecorded(trial.number(), Optional.empty()))
        .done()
        .then(
            after ->
                LostAttempts.lose(
                    after, after.trial(trial.number()), blame, "its checkpoint could not be read"));
  }

  /** Fails the trial at once: another attempt would not succeed. */
  private static RuleResult infeasible(
      RuleContext study, Trial trial, StudyEvent.AttemptEnded event) {
    return FailedTrials.fail(
        study,
        trial,
        Fact.Blame.NONE,
        "failed: its configuration is infeasible" + message(event),
        OptionalLong.of(study.rungLevelOf(trial)),
        trial.trainedUpTo());
  }

  private static String message(StudyEvent.AttemptEnded event) {
    return event.message().isBlank() ? "" : ": " + event.message().strip();
  }
}
