package io.flexhb.core.study.rule;

import io.flexhb.core.spec.StoppingNeeds;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.decision.ResultBuilder;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.LastReport;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.LevelValue;
import io.flexhb.core.study.state.RecentValues;
import io.flexhb.core.study.state.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Handles trainers that end by themselves before their boundary because further training would
 * change nothing: the last value counts for the levels that the trial did not reach, and completes
 * it (docs/algorithms.md section 8).
 */
final class Convergence {

  private Convergence() {}

  static RuleResult ended(RuleContext study, Trial trial, StudyEvent.AttemptEnded event) {
    Optional<LevelValue> last = lastValue(study.spec(), trial, event);
    Optional<String> fault = fault(study.spec(), last);
    return fault.isPresent()
        ? LostAttempts.lose(study, trial, Fact.Blame.FAILURE, fault.get())
        : completed(study, trial, last.orElseThrow());
  }

  /** Why the trainer's end is a failure; empty when its last value stands. */
  private static Optional<String> fault(StudySpec spec, Optional<LevelValue> last) {
    if (!spec.objective().lastValueStands()) {
      return Optional.of(
          "the trainer ended by itself, which the study counts as a failure"
              + " (objective.converged: fails)");
    }
    if (last.isEmpty()) {
      return Optional.of(
          Text.of(
              "the trainer ended by itself without a finite value of '%s'",
              spec.objective().metric()));
    }
    return StoppingNeeds.fault(spec, last.get().value())
        .map(fault -> "the trainer ended by itself: " + fault);
  }

  /** The value that the worker repeats, otherwise the newest that the study has. */
  private static Optional<LevelValue> lastValue(
      StudySpec spec, Trial trial, StudyEvent.AttemptEnded event) {
    long kept = trial.levels().isEmpty() ? 0 : newest(trial).resource();
    Optional<LastReport> repeated =
        event
            .last()
            .filter(report -> report.resource() >= Math.max(1, kept))
            .filter(report -> report.resource() <= spec.ladder().maxResource());
    if (repeated.isEmpty()) {
      RecentValues recent = trial.recent();
      if (!recent.isEmpty()) {
        return Optional.of(new LevelValue(0, recent.resource(), recent.counted(), true));
      }
      return trial.levels().isEmpty() ? Optional.empty() : Optional.of(newest(trial));
    }
    if (repeated.get().metric().finite().isEmpty()) {
      return Optional.empty();
    }
    double value = spec.objective().minimised(repeated.get().metric().finite().getAsDouble());
    RecentValues recent =
        trial.recent().with(spec.objective().strategy(), repeated.get().resource(), value);
    double counted = recent.isEmpty() ? value : recent.counted();
    return Optional.of(new LevelValue(0, repeated.get().resource(), counted, true));
  }

  private static LevelValue newest(Trial trial) {
    return trial.levels().get(trial.levels().size() - 1);
  }

  private static RuleResult completed(RuleContext study, Trial trial, LevelValue last) {
    List<LevelValue> levels =
        new ArrayList<>(
            MetricReports.levelsReached(study.spec(), trial, last.resource(), last.value()));
    long highest =
        levels.isEmpty()
            ? trial.levels().isEmpty() ? 0 : newest(trial).level()
            : levels.get(levels.size() - 1).level();
    for (long level : study.spec().fidelityLevels()) {
      if (level > highest) {
        levels.add(new LevelValue(level, last.resource(), last.value(), false));
      }
    }
    String reason =
        Text.of(
            "completed: the trainer ended by itself at resource %s, its last %s = %s stands up to"
                + " %s",
            study.spec().shown(last.resource()),
            study.spec().objective().metric(),
            study.spec().objective().raw(last.value()),
            study.spec().shown(study.spec().ladder().maxResource()));
    ResultBuilder found = study.result();
    if (!levels.isEmpty()) {
      found.fact(
          new Fact.ValueRecorded(
              trial.number(), trial.attempt(), study.time(), List.copyOf(levels)));
    }
    long refund = trial.unusedResource(Math.max(last.resource(), trial.trainedUpTo()));
    Command.Ending command = found.create().complete(trial, reason);
    return found
        .fact(new Fact.Converged(trial.number(), trial.attempt(), last.resource(), refund))
        .fact(new Fact.Completed(trial.number(), command))
        .send(command)
        .because("converged", trial.number(), reason)
        .done();
  }
}
