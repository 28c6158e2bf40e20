package io.flexhb.core.study.rule;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.schedule.CurveFittingRule;
import io.flexhb.core.schedule.MedianStoppingRule;
import io.flexhb.core.spec.Objective;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.decision.ResultBuilder;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.LevelValue;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Trial;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Ends a trial at a level between rungs according to its own values so far (docs/algorithms.md
 * section 7: boms, bocf). At a rung the promotion rule decides, and at the largest resource the
 * trial is completed.
 */
final class EarlyStopping {
  private static final MedianStoppingRule MEDIAN = MedianStoppingRule.defaults();
  private static final CurveFittingRule CURVE = CurveFittingRule.defaults();

  private EarlyStopping() {}

  /** A trial has a new value at a level below its rung. */
  static RuleResult judge(RuleContext study, Trial trial) {
    if (!trial.isLive() || study.state().status() != StudyStatus.ACTIVE) {
      return RuleResult.NOTHING;
    }
    return switch (study.spec().method().stopping()) {
      case NONE -> RuleResult.NOTHING;
      case MEDIAN -> byMedian(study, trial);
      case CURVE -> byCurve(study, trial);
    };
  }

  private static RuleResult byMedian(RuleContext study, Trial trial) {
    List<Double> own = trial.levels().stream().map(LevelValue::value).toList();
    MedianStoppingRule.Verdict verdict = MEDIAN.judge(own, study.state().means().at(level(trial)));
    Objective objective = study.spec().objective();
    SortedMap<String, String> figures = new TreeMap<>();
    figures.put("best", text(objective.raw(verdict.best())));
    figures.put("completed", Integer.toString(verdict.completed()));
    verdict.median().ifPresent(median -> figures.put("median", text(objective.raw(median))));
    String why;
    if (verdict.median().isPresent()) {
      why =
          Text.of(
              "its best, %s, is %sworse than %s, the median of the running means of %d completed"
                  + " trials",
              figures.get("best"),
              verdict.stop() ? "" : "not ",
              figures.get("median"),
              verdict.completed());
    } else if (own.size() <= MEDIAN.graceLevels()) {
      why = "within its grace";
    } else {
      why = Text.of("%d of %d trials completed", verdict.completed(), MEDIAN.minCompleted());
    }
    return conclude(study, trial, "median", verdict.stop(), why, figures);
  }

  private static RuleResult byCurve(RuleContext study, Trial trial) {
    SortedMap<String, String> figures = new TreeMap<>();
    if (study.state().best().isEmpty()) {
      return conclude(study, trial, "curve", false, "no trial is completed yet", figures);
    }
    double best = study.state().best().get().value();
    List<LevelValue> measured = trial.levels().stream().filter(LevelValue::measured).toList();
    CurveFittingRule.Verdict verdict =
        CURVE.judge(
            measured.stream().map(LevelValue::resource).toList(),
            measured.stream().map(v -> score(study.spec(), v.value())).toList(),
            study.spec().ladder().maxResource(),
            score(study.spec(), best),
            CounterRandom.of(
                study.spec().seed(),
                "curve",
                ((long) trial.number() << Integer.SIZE) | level(trial)));
    figures.put("best", text(study.spec().objective().raw(best)));
    if (Double.isFinite(verdict.probability())) {
      figures.put("probability", text(verdict.probability()));
      figures.put("expected", text(value(study.spec(), verdict.expected())));
    }
    return conclude(study, trial, "curve", verdict.stop(), verdict.reason(), figures);
  }

  private static RuleResult conclude(
      RuleContext study,
      Trial trial,
      String rule,
      boolean stop,
      String why,
      SortedMap<String, String> figures) {
    String reason =
        Text.of(
            "%s at resource %s: %s",
            stop ? "stopped early" : "goes on", study.spec().shown(level(trial)), why);
    figures.put("level", study.spec().shown(level(trial)));
    ResultBuilder found = study.result();
    if (stop) {
      long refund = trial.unusedResource(trial.resource());
      Command.Ending command = found.create().stop(trial, reason);
      found
          .fact(new Fact.StoppedEarly(trial.number(), level(trial), refund, command))
          .send(command)
          .send(found.create().discardCheckpoint(trial, reason));
    }
    return found.because(rule, trial.number(), reason, figures).done();
  }

  /** The highest level with a value. */
  private static long level(Trial trial) {
    return trial.levels().get(trial.levels().size() - 1).level();
  }

  private static double score(StudySpec spec, double minimised) {
    return CurveFittingRule.score(minimised, spec.objective().maximises());
  }

  /** The user's value of a score. */
  private static double value(StudySpec spec, double score) {
    return spec.objective().maximises() ? score : 1 - score;
  }

  private static String text(double value) {
    return Double.toString(value);
  }
}
