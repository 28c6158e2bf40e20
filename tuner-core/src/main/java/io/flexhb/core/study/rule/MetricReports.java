package io.flexhb.core.study.rule;

import io.flexhb.core.fidelity.ResourceLadder;
import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.core.spec.Objective;
import io.flexhb.core.spec.StoppingNeeds;
import io.flexhb.core.spec.Strategy;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.decision.ResultBuilder;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.Metric;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.LevelValue;
import io.flexhb.core.study.state.RecentValues;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Handles the measurements of a trial's current attempt: the value counts at the levels that it
 * passed, and a trial with a value at its rung has arrived there (docs/algorithms.md sections 1 and
 * 3).
 */
final class MetricReports {

  private MetricReports() {}

  static RuleResult reported(RuleContext study, Trial trial, StudyEvent.Reported report) {
    if (report.metric() instanceof Metric.BetweenSteps between) {
      return RuleResult.rejected(
          Rejection.Kind.INVALID, betweenSteps(study.spec().step(), trial, between.resource()));
    }
    if (report.resource() < 1) {
      return RuleResult.rejected(
          Rejection.Kind.INVALID,
          Text.of(
              "trial %d reported resource %s: resources are absolute and begin at %s",
              trial.number(), study.spec().shown(report.resource()), study.spec().shown(1)));
    }
    if (isAwaited(trial) && report.resource() < trial.fromResource()) {
      return giveUp(
          study,
          trial,
          report,
          Text.of(
              "it reported resource %s after it was resumed at %s: resources are absolute, the"
                  + " resumed trainer seems to count from %s again",
              study.spec().shown(report.resource()),
              study.spec().shown(trial.fromResource()),
              study.spec().shown(1)));
    }
    if (trial.status() == TrialStatus.FAILED
        || trial.status() == TrialStatus.COMPLETED
        || study.state().status().isOver()) {
      return RuleResult.rejected(
          Rejection.Kind.LATE,
          Text.of(
              "trial %d is %s, a report at resource %s changes nothing",
              trial.number(), trial.status(), study.spec().shown(report.resource())));
    }
    return report
        .checkpoint()
        .map(checkpoint -> Reports.checkpoint(study, trial, checkpoint))
        .orElse(RuleResult.NOTHING)
        .then(after -> measured(after, trial, report));
  }

  /**
   * The message for a report between two steps. Nothing is truncated or rounded: that would give
   * another resource's value.
   */
  private static String betweenSteps(ResourceStep step, Trial trial, BigDecimal resource) {
    return Text.of(
        "trial %d reported resource %s, which is no %s: the report is left out, nothing is rounded;"
            + " report %s%s",
        trial.number(),
        resource.toPlainString(),
        step.isOne() ? "whole number" : "multiple of resource.step " + step,
        step.nearest(resource),
        step.isOne() ? ", or make a study with a resource.step" : "");
  }

  private static RuleResult measured(RuleContext study, Trial before, StudyEvent.Reported report) {
    if (report.metric() instanceof Metric.Missing) {
      return without(
          study,
          before,
          report,
          Text.of("the study's metric '%s'", study.spec().objective().metric()));
    }
    if (report.metric() instanceof Metric.Unusable unusable) {
      return without(study, before, report, "values that can be used: " + unusable.why());
    }
    Trial trial = study.trial(before.number());
    return report.metric() instanceof Metric.NotFinite bad
        ? notFinite(study, trial, report, bad)
        : finite(study, trial, report);
  }

  /** Whether the trial's rung waits for its value. */
  private static boolean isAwaited(Trial trial) {
    return trial.status() == TrialStatus.RUNNING || trial.status() == TrialStatus.PENDING;
  }

  /**
   * Ends the attempt of a trainer that cannot be right. Repeated for each further report, until the
   * worker has seen the command.
   */
  private static RuleResult giveUp(
      RuleContext study, Trial trial, StudyEvent.Reported report, String reason) {
    RuleResult rejected =
        study
            .result()
            .reject(Rejection.Kind.INVALID, Text.of("trial %d: %s", trial.number(), reason))
            .send(Reports.fence(report, reason))
            .done();
    return trial.isLive()
        ? rejected.then(after -> LostAttempts.lose(after, trial, Fact.Blame.FAILURE, reason))
        : rejected;
  }

  /**
   * A report without the objective is ignored; at the boundary, where the worker waits, it is an
   * error.
   */
  private static RuleResult without(
      RuleContext study, Trial trial, StudyEvent.Reported report, String what) {
    String reason =
        Text.of("it reported resource %s without %s", study.spec().shown(report.resource()), what);
    return isAwaited(trial) && report.resource() >= trial.untilResource()
        ? giveUp(study, trial, report, reason)
        : RuleResult.rejected(
            Rejection.Kind.INVALID, Text.of("trial %d: %s", trial.number(), reason));
  }

  /** Fails the trial at a rung, without retry; elsewhere the value is treated as missing. */
  private static RuleResult notFinite(
      RuleContext study, Trial trial, StudyEvent.Reported report, Metric.NotFinite bad) {
    long level = study.rungLevelOf(trial);
    if (!isAwaited(trial) || report.resource() < level || trial.valueAt(level).isPresent()) {
      return RuleResult.rejected(
          Rejection.Kind.INVALID,
          Text.of(
              "trial %d reported %s = %s at resource %s",
              trial.number(),
              study.spec().objective().metric(),
              bad.what(),
              study.spec().shown(report.resource())));
    }
    return FailedTrials.fail(
        study,
        trial,
        Fact.Blame.FAILURE,
        Text.of(
            "failed: %s was %s at resource %s",
            study.spec().objective().metric(), bad.what(), study.spec().shown(report.resource())),
        OptionalLong.of(level),
        report.resource());
  }

  private static RuleResult finite(RuleContext study, Trial trial, StudyEvent.Reported report) {
    double value = study.spec().objective().minimised(report.metric().finite().orElseThrow());
    Optional<String> fault = StoppingNeeds.fault(study.spec(), value);
    if (fault.isPresent()) {
      return refused(study, trial, report, fault.get());
    }
    Strategy strategy = study.spec().objective().strategy();
    RecentValues recent = trial.recent().with(strategy, report.resource(), value);
    double counted = recent.isEmpty() ? value : recent.counted();
    List<LevelValue> reached = levelsReached(study.spec(), trial, report.resource(), counted);
    boolean isNew = !recent.equals(trial.recent());
    if (reached.isEmpty() && !isNew) {
      return sayAgain(study, trial, report, value);
    }
    ResultBuilder found = study.result();
    if (isNew) {
      found.fact(
          new Fact.ObjectiveReported(
              trial.number(), trial.attempt(), study.time(), report.resource(), value));
    }
    if (reached.isEmpty()) {
      return found.done();
    }
    found.fact(new Fact.ValueRecorded(trial.number(), trial.attempt(), study.time(), reached));
    if (!strategy.isLast()) {
      counts(study, found, trial, report, counted);
    }
    if (!isAwaited(trial)) {
      return found
          .reject(
              Rejection.Kind.LATE,
              Text.of(
                  "trial %d is %s: its report at resource %s is kept as data",
                  trial.number(), trial.status(), study.spec().shown(report.resource())))
          .done();
    }
    long rungLevel = study.rungLevelOf(trial);
    return reached.stream().anyMatch(v -> v.level() == rungLevel)
        ? found.done().then(after -> arrived(after, trial.number(), rungLevel))
        : found.done().then(after -> EarlyStopping.judge(after, after.trial(trial.number())));
  }

  /** Explains a level's value if it is not the one reported there. */
  private static void counts(
      RuleContext study,
      ResultBuilder found,
      Trial trial,
      StudyEvent.Reported report,
      double counted) {
    Objective objective = study.spec().objective();
    String value = Double.toString(objective.raw(counted));
    found.because(
        "objective",
        trial.number(),
        Text.of(
            "%s = %s counts at resource %s: %s (objective.strategy: %s)",
            objective.metric(),
            value,
            study.spec().shown(report.resource()),
            objective.strategy().described(),
            objective.strategy()),
        "reported",
        Double.toString(report.metric().finite().orElseThrow()),
        "strategy",
        objective.strategy().toString(),
        "value",
        value);
  }

  /**
   * Rejects a value that the study's stopping rule cannot handle: further training would not change
   * that.
   */
  private static RuleResult refused(
      RuleContext study, Trial trial, StudyEvent.Reported report, String fault) {
    String reason =
        Text.of(
            "%s = %s at resource %s: %s",
            study.spec().objective().metric(),
            report.metric().finite().orElseThrow(),
            study.spec().shown(report.resource()),
            fault);
    RuleResult rejected =
        RuleResult.rejected(
            Rejection.Kind.INVALID, Text.of("trial %d reported %s", trial.number(), reason));
    return isAwaited(trial)
        ? rejected.then(
            after ->
                FailedTrials.fail(
                    after,
                    trial,
                    Fact.Blame.FAILURE,
                    "failed: " + reason,
                    OptionalLong.of(study.rungLevelOf(trial)),
                    report.resource()))
        : rejected;
  }

  /**
   * Levels at or below the resource that have no value yet; only the highest counts as measured.
   */
  static List<LevelValue> levelsReached(StudySpec spec, Trial trial, long resource, double value) {
    long highest =
        trial.levels().isEmpty() ? 0 : trial.levels().get(trial.levels().size() - 1).level();
    List<Long> passed = ResourceLadder.levelsPassed(spec.fidelityLevels(), highest, resource);
    List<LevelValue> reached = new ArrayList<>();
    for (int i = 0; i < passed.size(); i++) {
      reached.add(new LevelValue(passed.get(i), resource, value, i == passed.size() - 1));
    }
    return reached;
  }

  /** The first value at a level counts; repeating it has no effect. */
  private static RuleResult sayAgain(
      RuleContext study, Trial trial, StudyEvent.Reported report, double value) {
    var standing = trial.valueAt(report.resource());
    if (standing.isEmpty()) {
      return RuleResult.NOTHING;
    }
    String contradiction =
        standing.getAsDouble() == value || !study.spec().objective().strategy().isLast()
            ? ""
            : Text.of(
                "; the first value %s stands, not %s",
                study.spec().objective().raw(standing.getAsDouble()),
                study.spec().objective().raw(value));
    return RuleResult.rejected(
        Rejection.Kind.DUPLICATE,
        Text.of(
            "trial %d has a value at resource %s%s",
            trial.number(), study.spec().shown(report.resource()), contradiction));
  }

  /** A trial has its value at its rung: it pauses, or gets the rung's decision at once. */
  private static RuleResult arrived(RuleContext study, int number, long level) {
    Trial trial = study.trial(number);
    if (level == study.spec().ladder().maxResource()) {
      return RungDecisions.complete(study, trial).then(RungDecisions::settle);
    }
    if (trial.status() == TrialStatus.PENDING) {
      // Its attempt was considered lost too early: the value counts, and the worker asks again.
      return PromotionRule.of(study.spec()).pause(study, number);
    }
    return PromotionRule.of(study.spec()).arrived(study, number);
  }
}
