package io.flexhb.core.study;

import io.flexhb.core.fidelity.ResourceLadder;
import io.flexhb.core.spec.StoppingNeeds;
import io.flexhb.core.spec.StudySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a worker measured in the current attempt of a trial: the value counts at the levels it
 * passed, and a trial that has one at its rung has arrived there (docs/algorithms.md sections 1 and
 * 3).
 */
final class MetricReports {

  private MetricReports() {}

  static void reported(Deliberation d, Trial trial, StudyEvent.Reported report) {
    if (report.resource() < 1) {
      d.reject(
          Rejection.Kind.INVALID,
          Text.of(
              "trial %d reported resource %d: resources are absolute and begin at 1",
              trial.number(), report.resource()));
      return;
    }
    if (isAwaited(trial) && report.resource() < trial.fromResource()) {
      giveUp(
          d,
          trial,
          report,
          Text.of(
              "it reported resource %d after it was resumed at %d: resources are absolute, the resumed trainer seems to count from 1 again",
              report.resource(), trial.fromResource()));
      return;
    }
    if (trial.status() == TrialStatus.FAILED
        || trial.status() == TrialStatus.COMPLETED
        || d.state().status().isOver()) {
      d.reject(
          Rejection.Kind.LATE,
          Text.of(
              "trial %d is %s, a report at resource %d changes nothing",
              trial.number(), trial.status(), report.resource()));
      return;
    }
    report.checkpoint().ifPresent(c -> Reports.checkpoint(d, trial, c));
    if (report.metric() instanceof Metric.Missing) {
      missing(d, trial, report);
    } else if (report.metric() instanceof Metric.NotFinite bad) {
      notFinite(d, d.trial(trial.number()), report, bad);
    } else {
      finite(d, d.trial(trial.number()), report);
    }
  }

  /** Whether the trial's rung waits for its value. */
  private static boolean isAwaited(Trial trial) {
    return trial.status() == TrialStatus.RUNNING || trial.status() == TrialStatus.PENDING;
  }

  /**
   * A trainer that cannot be right: its attempt is lost. Said again for each further report, until
   * the worker has heard.
   */
  private static void giveUp(
      Deliberation d, Trial trial, StudyEvent.Reported report, String reason) {
    d.reject(Rejection.Kind.INVALID, Text.of("trial %d: %s", trial.number(), reason));
    Reports.fence(d, report, reason);
    if (trial.isLive()) {
      Losses.lose(d, trial, Fact.Blame.FAILURE, reason);
    }
  }

  /** A partial report is no news; at the boundary, where the worker waits, it is a fault. */
  private static void missing(Deliberation d, Trial trial, StudyEvent.Reported report) {
    String reason =
        Text.of(
            "it reported resource %d without the study's metric '%s'",
            report.resource(), d.spec().objective().metric());
    if (isAwaited(trial) && report.resource() >= trial.untilResource()) {
      giveUp(d, trial, report, reason);
    } else {
      d.reject(Rejection.Kind.INVALID, Text.of("trial %d: %s", trial.number(), reason));
    }
  }

  /** Fails the trial at a rung, without retry; elsewhere it is a value that is not there. */
  private static void notFinite(
      Deliberation d, Trial trial, StudyEvent.Reported report, Metric.NotFinite bad) {
    long level = d.bracket(trial.bracket()).levelOf(trial);
    if (!isAwaited(trial) || report.resource() < level || trial.valueAt(level).isPresent()) {
      d.reject(
          Rejection.Kind.INVALID,
          Text.of(
              "trial %d reported %s = %s at resource %d",
              trial.number(), d.spec().objective().metric(), bad.what(), report.resource()));
      return;
    }
    Losses.fail(
        d,
        trial,
        Fact.Blame.FAILURE,
        Text.of(
            "failed: %s was %s at resource %d",
            d.spec().objective().metric(), bad.what(), report.resource()),
        OptionalLong.of(level),
        report.resource());
  }

  private static void finite(Deliberation d, Trial trial, StudyEvent.Reported report) {
    double value = d.spec().objective().minimised(report.metric().finite().orElseThrow());
    Optional<String> fault = StoppingNeeds.fault(d.spec(), value);
    if (fault.isPresent()) {
      refused(d, trial, report, fault.get());
      return;
    }
    List<LevelValue> reached = levelsReached(d.spec(), trial, report.resource(), value);
    if (reached.isEmpty()) {
      sayAgain(d, trial, report, value);
      return;
    }
    long rungLevel = d.bracket(trial.bracket()).levelOf(trial);
    d.fact(new Fact.ValueRecorded(trial.number(), trial.attempt(), reached));
    if (!isAwaited(trial)) {
      d.reject(
          Rejection.Kind.LATE,
          Text.of(
              "trial %d is %s: its report at resource %d is kept as data",
              trial.number(), trial.status(), report.resource()));
    } else if (reached.stream().anyMatch(v -> v.level() == rungLevel)) {
      arrived(d, trial.number(), rungLevel);
    } else {
      EarlyStopping.judge(d, d.trial(trial.number()));
    }
  }

  /** A value that the study's stopping rule cannot take: training on would not make it better. */
  private static void refused(
      Deliberation d, Trial trial, StudyEvent.Reported report, String fault) {
    String reason =
        Text.of(
            "%s = %s at resource %d: %s",
            d.spec().objective().metric(),
            report.metric().finite().orElseThrow(),
            report.resource(),
            fault);
    d.reject(Rejection.Kind.INVALID, Text.of("trial %d reported %s", trial.number(), reason));
    if (isAwaited(trial)) {
      Losses.fail(
          d,
          trial,
          Fact.Blame.FAILURE,
          "failed: " + reason,
          OptionalLong.empty(),
          report.resource());
    }
  }

  /**
   * Levels at or below the resource that have no value yet; only the highest counts as measured.
   */
  private static List<LevelValue> levelsReached(
      StudySpec spec, Trial trial, long resource, double value) {
    long highest =
        trial.levels().isEmpty() ? 0 : trial.levels().get(trial.levels().size() - 1).level();
    List<Long> passed = ResourceLadder.levelsPassed(spec.fidelityLevels(), highest, resource);
    List<LevelValue> reached = new ArrayList<>();
    for (int i = 0; i < passed.size(); i++) {
      reached.add(new LevelValue(passed.get(i), resource, value, i == passed.size() - 1));
    }
    return reached;
  }

  /** The first value at a level stands; the same value again is no news. */
  private static void sayAgain(
      Deliberation d, Trial trial, StudyEvent.Reported report, double value) {
    var standing = trial.valueAt(report.resource());
    if (standing.isPresent()) {
      String contradiction =
          standing.getAsDouble() == value
              ? ""
              : Text.of(
                  "; the first value %s stands, not %s",
                  d.spec().objective().raw(standing.getAsDouble()),
                  d.spec().objective().raw(value));
      d.reject(
          Rejection.Kind.DUPLICATE,
          Text.of(
              "trial %d has a value at resource %d%s",
              trial.number(), report.resource(), contradiction));
    }
  }

  /** A trial has its value at its rung: it pauses, or hears at once what the rung came to. */
  private static void arrived(Deliberation d, int number, long level) {
    if (level == d.spec().ladder().maxResource()) {
      Rungs.complete(d, d.trial(number));
      Rungs.settle(d);
      return;
    }
    if (d.trial(number).status() == TrialStatus.PENDING) {
      // Its attempt was given up too early: the value counts, the worker asks anew.
      pause(d, number);
      return;
    }
    if (d.spec().isAsynchronous()) {
      Asha.arrived(d, number);
      return;
    }
    Rungs.settle(d);
    Trial trial = d.trial(number);
    if (trial.status() != TrialStatus.RUNNING) {
      return;
    }
    if (trial.valueAt(d.bracket(trial.bracket()).level()).isPresent()) {
      pause(d, number);
    } else {
      Grants.goOn(d, trial);
    }
  }

  private static void pause(Deliberation d, int number) {
    if (d.spec().isAsynchronous()) {
      Asha.pause(d, number);
      return;
    }
    Trial trial = d.trial(number);
    Bracket bracket = d.bracket(trial.bracket());
    String reason =
        Text.of(
            "paused at resource %d: %s",
            bracket.level(),
            d.state().status() == StudyStatus.PAUSED
                ? "the study is paused"
                : Text.of(
                    "rung %d of bracket %d waits for %d more trial(s)",
                    bracket.rung(), bracket.number(), bracket.waiting() + bracket.freeSlots()));
    Command command = d.about(Command.Kind.PAUSE, trial, reason);
    d.fact(new Fact.Paused(number, command));
    d.send(command);
  }
}
