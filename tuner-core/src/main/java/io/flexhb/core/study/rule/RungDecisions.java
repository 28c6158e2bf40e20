package io.flexhb.core.study.rule;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.schedule.GloSH;
import io.flexhb.core.schedule.Ranked;
import io.flexhb.core.schedule.Rung;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.decision.ResultBuilder;
import io.flexhb.core.study.decision.Rule;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Bracket;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/** Decides complete rungs (FlexHB, GloSH; docs/algorithms.md section 3). */
public final class RungDecisions {

  private RungDecisions() {}

  /**
   * Decides every complete rung, in bracket order; each sees the pools after the previous one.
   * Promotions may complete further rungs, because a trial may already have its value at the next
   * one.
   */
  public static RuleResult settle(RuleContext study) {
    if (study.state().status() != StudyStatus.ACTIVE) {
      // A paused study decides nothing: arriving trials are paused too, and decided on resumption.
      return RuleResult.NOTHING;
    }
    return firstComplete(study)
        .map(
            bracket ->
                PromotionRule.of(study.spec()).complete(study, bracket).then(RungDecisions::settle))
        .orElse(RuleResult.NOTHING);
  }

  private static Optional<Bracket> firstComplete(RuleContext study) {
    for (int number : study.state().open()) {
      Bracket bracket = study.bracket(number);
      boolean filled =
          !bracket.hasFreeSlot() || ConfigurationSupply.endOfTrials(study.state()).isPresent();
      if (filled && bracket.waiting() == 0) {
        return Optional.of(bracket);
      }
    }
    return Optional.empty();
  }

  static RuleResult close(RuleContext study, int bracket, String reason) {
    return study.result().fact(new Fact.BracketClosed(bracket, reason)).done();
  }

  /**
   * The decision on a rung.
   *
   * @param next the rung after it
   * @param keep number of trials to promote
   * @param cutByBudget whether a larger budget would promote more
   */
  private record Verdict(
      Bracket bracket, Rung next, int keep, boolean cutByBudget, GloSH.Outcome outcome) {

    static Verdict of(RuleContext study, Bracket bracket) {
      Rung next = bracket.plan().rungs().get(bracket.rung() + 1);
      long affordable = Math.max(0, study.remainingBudget()) / (next.resource() - bracket.level());
      int share = share(study, bracket, next);
      int keep = (int) Math.min(share, affordable);
      GloSH.Outcome outcome =
          GloSH.decide(
              local(study, bracket),
              study.state().pools().at(bracket.level()),
              keep,
              study.spec().lambdaAt(bracket.level()),
              CounterRandom.of(
                  study.spec().seed(), "revival", ((long) bracket.number() << 8) | bracket.rung()));
      return new Verdict(bracket, next, keep, keep < share, outcome);
    }

    /**
     * {@code floor(|C| / eta)}, at least one, of the trials that joined the rung, failed ones
     * included: a bracket that the trial limit filled only partly promotes a share of those, not of
     * the planned number.
     */
    private static int share(RuleContext study, Bracket bracket, Rung next) {
      int ofThose = Math.max(1, bracket.members().size() / study.spec().ladder().eta());
      return Math.min(next.n(), ofThose);
    }

    long level() {
      return bracket.level();
    }

    /** The cost of a kept trial without a value at the next rung. */
    long cost() {
      return next.resource() - level();
    }
  }

  /** Decides a complete rung: the best trials are promoted, the others stop. */
  static RuleResult decide(RuleContext study, Bracket bracket) {
    Verdict verdict = Verdict.of(study, bracket);
    GloSH.Outcome outcome = verdict.outcome();
    List<Rule> rules = new ArrayList<>();
    for (GloSH.Kept kept : outcome.kept()) {
      rules.add(after -> promote(after, verdict, kept));
    }
    for (GloSH.Dropped dropped : outcome.stopped()) {
      rules.add(after -> stop(after, verdict, dropped));
    }
    rules.add(after -> explainPassedOver(after, bracket, outcome.passedOver()));
    if (outcome.kept().isEmpty()) {
      String reason = verdict.cutByBudget() ? "the budget is used up" : "no trial is left";
      rules.add(after -> close(after, bracket.number(), reason));
    }
    rules.add(after -> boundPool(after, verdict.level()));
    return study
        .result()
        .fact(new Fact.RungDecided(bracket.number(), bracket.rung(), verdict.level()))
        .done()
        .thenEach(rules);
  }

  /** One reason for all passed-over trials, of which a large pool has many. */
  private static RuleResult explainPassedOver(
      RuleContext study, Bracket bracket, List<Ranked> passedOver) {
    if (passedOver.isEmpty()) {
      return RuleResult.NOTHING;
    }
    long level = bracket.level();
    String text =
        Text.of(
            "stays stopped: ranked among the best at resource %s but lost its coin",
            study.spec().shown(level));
    SortedMap<String, String> values = new TreeMap<>();
    values.put("bracket", text(bracket.number()));
    values.put("lambda", text(study.spec().lambdaAt(level)));
    values.put("level", study.spec().shown(level));
    ResultBuilder found = study.result();
    for (Ranked ranked : passedOver) {
      found.because(rule(study.spec()), ranked.trial(), text, values);
    }
    return found.done();
  }

  /** Members with a value; failed or stopped ones have no value that counts. */
  private static List<Ranked> local(RuleContext study, Bracket bracket) {
    List<Ranked> local = new ArrayList<>();
    for (int number : bracket.members()) {
      Trial trial = study.trial(number);
      if (trial.status() != TrialStatus.FAILED && trial.status() != TrialStatus.DISCARDED) {
        local.add(trial.rankedAt(bracket.level()));
      }
    }
    return local;
  }

  private static RuleResult promote(RuleContext study, Verdict verdict, GloSH.Kept kept) {
    if (study.trial(kept.trial()).status() == TrialStatus.COMPLETED) {
      return ranked(study, verdict, kept.trial(), kept.rank(), "among those kept");
    }
    Bracket bracket = verdict.bracket();
    Rung next = verdict.next();
    int cohort = verdict.outcome().cohort();
    boolean arrived = study.trial(kept.trial()).valueAt(next.resource()).isPresent();
    String reason =
        Text.of(
            "%s: rank %d of %d at resource %s, goes on to %s",
            kept.revived() ? "revived" : "kept",
            kept.rank(),
            cohort,
            study.spec().shown(bracket.level()),
            study.spec().shown(next.resource()));
    RuleResult promoted =
        study
            .result()
            .fact(
                new Fact.Promoted(
                    kept.trial(),
                    bracket.number(),
                    bracket.rung() + 1,
                    kept.revived(),
                    arrived ? 0 : verdict.cost(),
                    reason))
            .because(
                rule(study.spec()),
                kept.trial(),
                reason,
                "bracket",
                text(bracket.number()),
                "cohort",
                text(cohort),
                "level",
                study.spec().shown(bracket.level()),
                "rank",
                text(kept.rank()),
                "value",
                text(study.spec().objective().raw(kept.value())))
            .done();
    return arrived && next.resource() == study.spec().ladder().maxResource()
        ? promoted.then(after -> complete(after, after.trial(kept.trial())))
        : promoted;
  }

  /** A trial whose trainer converged has its rank, and is not trained further. */
  private static RuleResult ranked(
      RuleContext study, Verdict verdict, int trial, int rank, String where) {
    String text =
        Text.of(
            "is completed: rank %d of %d at resource %s, %s",
            rank, verdict.outcome().cohort(), study.spec().shown(verdict.level()), where);
    return study
        .result()
        .because(
            rule(study.spec()),
            trial,
            text,
            "bracket",
            text(verdict.bracket().number()),
            "level",
            study.spec().shown(verdict.level()),
            "rank",
            text(rank))
        .done();
  }

  private static RuleResult stop(RuleContext study, Verdict verdict, GloSH.Dropped dropped) {
    if (study.trial(dropped.trial()).status() == TrialStatus.COMPLETED) {
      return ranked(study, verdict, dropped.trial(), dropped.rank(), "not among those kept");
    }
    Bracket bracket = verdict.bracket();
    GloSH.Outcome outcome = verdict.outcome();
    Trial trial = study.trial(dropped.trial());
    String reason =
        Text.of(
            "stopped: rank %d of %d at resource %s, %s kept%s",
            dropped.rank(),
            outcome.locals(),
            study.spec().shown(bracket.level()),
            outcome.cohort() > outcome.locals()
                ? outcome.kept().size() + " of all " + outcome.cohort() + " so far"
                : outcome.kept().size(),
            verdict.cutByBudget() ? " (the budget allows " + verdict.keep() + ")" : "");
    ResultBuilder found = study.result();
    Command.Ending command = found.create().stop(trial, reason);
    if (study.spec().lambdaAt(bracket.level()) > 0) {
      found.fact(new Fact.Stopped(trial.number(), bracket.level(), command)).send(command);
    } else {
      // Trials stopped here are never revived: no pool, and the checkpoint may be deleted.
      found
          .fact(new Fact.Discarded(trial.number(), reason, Optional.of(command)))
          .send(command)
          .send(found.create().discardCheckpoint(trial, reason));
    }
    return found
        .because(
            rule(study.spec()),
            trial.number(),
            reason,
            "bracket",
            text(bracket.number()),
            "cohort",
            text(outcome.cohort()),
            "level",
            study.spec().shown(bracket.level()),
            "rank",
            text(dropped.rank()),
            "rung",
            text(outcome.locals()),
            "threshold",
            outcome.kept().isEmpty()
                ? "none kept"
                : text(
                    study
                        .spec()
                        .objective()
                        .raw(outcome.kept().get(outcome.kept().size() - 1).value())),
            "value",
            text(study.spec().objective().raw(dropped.value())))
        .done();
  }

  /**
   * Beyond {@code glosh.pool.max} the worst of a pool are dropped for good, and their checkpoints
   * may be deleted.
   */
  private static RuleResult boundPool(RuleContext study, long level) {
    OptionalInt max = study.spec().method().poolMax();
    if (max.isEmpty() || study.state().pools().at(level).size() <= max.getAsInt()) {
      return RuleResult.NOTHING;
    }
    Trial worst = study.trial(study.state().pools().at(level).last().trial());
    String reason =
        Text.of(
            "dropped for good: the pool at resource %s keeps the best %d",
            study.spec().shown(level), max.getAsInt());
    ResultBuilder found = study.result();
    return found
        .fact(new Fact.Discarded(worst.number(), reason, Optional.empty()))
        .send(found.create().discardCheckpoint(worst, reason))
        .because(rule(study.spec()), worst.number(), reason, "level", study.spec().shown(level))
        .done()
        .then(after -> boundPool(after, level));
  }

  /** The trial has its value at the largest resource. */
  static RuleResult complete(RuleContext study, Trial trial) {
    StudySpec spec = study.spec();
    double value = trial.valueAt(spec.ladder().maxResource()).orElseThrow();
    String reason =
        Text.of(
            "completed at resource %s with %s = %s",
            spec.shown(spec.ladder().maxResource()),
            spec.objective().metric(),
            spec.objective().raw(value));
    ResultBuilder found = study.result();
    Command.Ending command = found.create().complete(trial, reason);
    return found
        .fact(new Fact.Completed(trial.number(), command))
        .send(command)
        .because("complete", trial.number(), reason)
        .done();
  }

  private static String rule(StudySpec spec) {
    return spec.method().promotion() == Method.Promotion.GLOSH ? "glosh" : "successive-halving";
  }

  private static String text(long value) {
    return Long.toString(value);
  }

  private static String text(double value) {
    return Double.toString(value);
  }
}
