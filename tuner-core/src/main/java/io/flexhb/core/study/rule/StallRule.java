package io.flexhb.core.study.rule;

import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.decision.ResultBuilder;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.Progress;
import io.flexhb.core.study.state.Trial;
import java.util.OptionalLong;

/**
 * Checks that the reports of an attempt advance to its boundary. A worker whose reports cannot be
 * used is informed once per attempt. A trial whose reports do not advance fails, because no lease
 * would expire: its worker sends signs of life while the rung waits.
 */
final class StallRule {

  private StallRule() {}

  /** Judges an attempt after one of its reports was accepted or rejected. */
  static RuleResult judge(RuleContext study, int number, StudyEvent.Reported report) {
    Trial trial = study.trial(number);
    return trial.isLive()
        ? inform(study, trial).then(after -> advances(after, after.trial(number), report))
        : RuleResult.NOTHING;
  }

  /** Tells the worker what was wrong with the report, unless it was already told about one. */
  private static RuleResult inform(RuleContext study, Trial trial) {
    boolean isFirst = trial.progress().flatMap(Progress::rejection).isEmpty();
    return study
        .rejection()
        .filter(rejection -> isFirst && rejection.kind() == Rejection.Kind.INVALID)
        .map(rejection -> tell(study, trial, rejection.message()))
        .orElse(RuleResult.NOTHING);
  }

  private static RuleResult tell(RuleContext study, Trial trial, String reason) {
    ResultBuilder found = study.result();
    Command.Rejected command = found.create().rejected(trial, trial.slot().orElseThrow(), reason);
    return found
        .fact(new Fact.ReportRejected(trial.number(), trial.attempt(), study.time(), command))
        .send(command)
        .because("rejected", trial.number(), reason)
        .done();
  }

  private static RuleResult advances(RuleContext study, Trial trial, StudyEvent.Reported report) {
    if (report.resource() >= trial.untilResource()) {
      return RuleResult.NOTHING;
    }
    if (trial.progress().isEmpty()) {
      // An attempt that an earlier build granted.
      return advanced(study, trial, Math.max(trial.fromResource(), report.resource()));
    }
    Progress last = trial.progress().get();
    long since = study.time() - last.time();
    if (since < study.spec().patience().stallMillis()) {
      return RuleResult.NOTHING;
    }
    return report.resource() > last.resource()
        ? advanced(study, trial, report.resource())
        : stalled(study, trial, last, since);
  }

  private static RuleResult advanced(RuleContext study, Trial trial, long resource) {
    return study
        .result()
        .fact(new Fact.Advanced(trial.number(), trial.attempt(), study.time(), resource))
        .done();
  }

  private static RuleResult stalled(RuleContext study, Trial trial, Progress last, long since) {
    return FailedTrials.fail(
        study,
        trial,
        Fact.Blame.FAILURE,
        Text.of(
            "failed: its reports do not advance: none above resource %s for %d s, and it was"
                + " granted up to %s%s; resources are absolute, %s, and the"
                + " grant ends with the report at %s (trial.stallTimeout)",
            study.spec().shown(last.resource()),
            since / 1000,
            study.spec().shown(trial.untilResource()),
            last.rejection().map(why -> " (rejected: " + why + ")").orElse(""),
            study.spec().step().isOne()
                ? "whole and count from 1"
                : "multiples of " + study.spec().step() + " and begin there",
            study.spec().shown(trial.untilResource())),
        OptionalLong.empty(),
        Math.max(last.resource(), trial.trainedUpTo()));
  }
}
