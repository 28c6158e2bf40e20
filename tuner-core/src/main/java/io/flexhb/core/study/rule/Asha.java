package io.flexhb.core.study.rule;

import io.flexhb.core.schedule.AsynchronousRung;
import io.flexhb.core.schedule.Ranked;
import io.flexhb.core.schedule.Rung;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.decision.ResultBuilder;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.AsynchronousRungs;
import io.flexhb.core.study.state.Bracket;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import io.vavr.Tuple2;
import java.util.Optional;

/**
 * Asynchronous promotion (Li et al. 2020, Alg. 2; docs/algorithms.md section 7): whenever a worker
 * is free, the best trial of the highest rung that can be promoted continues; no trial waits for a
 * rung to be complete.
 */
final class Asha {
  private static final String RULE = "asha";

  private Asha() {}

  /**
   * A trial that can be promoted now.
   *
   * @param cost 0 when it already has its next value
   * @param last whether it is promoted only because the rest of the budget allows nothing else
   */
  private record Candidate(Trial trial, Rung next, long cost, boolean last) {}

  /**
   * A live trial has its value at its rung, so its worker is free. The trial continues if any free
   * worker would get it, and pauses otherwise.
   */
  static RuleResult arrived(RuleContext study, int number) {
    Optional<Candidate> next = next(study).filter(c -> c.trial().number() == number);
    return next.isEmpty()
        ? pause(study, number)
        : promote(study, next.get()).then(after -> goOn(after, number, next.get().next()));
  }

  /** The trial was promoted to a rung, where it may already have its value. */
  private static RuleResult goOn(RuleContext study, int number, Rung rung) {
    Trial trial = study.trial(number);
    if (trial.status() == TrialStatus.COMPLETED) {
      return RuleResult.NOTHING;
    }
    return trial.valueAt(rung.resource()).isEmpty()
        ? Grants.goOn(study, trial)
        : arrived(study, number);
  }

  /** Promotes until that many trials wait for a worker, or none can be promoted. */
  static RuleResult promote(RuleContext study, int workers) {
    return next(study)
        .filter(c -> study.state().ready().size() < workers)
        .map(c -> promote(study, c).then(after -> promote(after, workers)))
        .orElse(RuleResult.NOTHING);
  }

  /** Whether a trial is in training, or can be with the remaining budget. */
  static boolean goesOn(RuleContext study) {
    return !study.state().ready().isEmpty() || next(study).isPresent() || anyRunning(study);
  }

  private static boolean anyRunning(RuleContext study) {
    return study
        .state()
        .slotTable()
        .slots()
        .values()
        .exists(slot -> study.state().trial(slot.trial()).filter(Trial::isLive).isPresent());
  }

  /**
   * The next candidate, from the highest rung down; a rung is skipped when the budget is too small
   * for the next one.
   */
  private static Optional<Candidate> next(RuleContext study) {
    if (study.state().status() != StudyStatus.ACTIVE) {
      return Optional.empty();
    }
    for (AsynchronousRung rung : study.state().rungs().byKey().values()) {
      Optional<Candidate> candidate =
          rung.next(study.spec().ladder().eta())
              .map(best -> candidate(study, study.trial(best.trial())))
              .filter(c -> c.cost() <= study.remainingBudget());
      if (candidate.isPresent()) {
        return candidate;
      }
    }
    return last(study);
  }

  /**
   * The candidate at the end of a budget, when nothing is in training and a new trial could not
   * reach the largest resource: the best trial of the highest rung that can reach it.
   */
  private static Optional<Candidate> last(RuleContext study) {
    long most = study.spec().ladder().maxResource();
    if (!study.spec().method().plansTail()
        || study.remainingBudget() >= most
        || anyRunning(study)
        || !study.state().ready().isEmpty()
        || study.state().open().exists(number -> study.bracket(number).hasFreeSlot())) {
      return Optional.empty();
    }
    for (Tuple2<AsynchronousRungs.Key, AsynchronousRung> rung : study.state().rungs().byKey()) {
      boolean reaches = most - rung._1().level() <= study.remainingBudget();
      if (reaches && !rung._2().waiting().isEmpty()) {
        Trial best = study.trial(rung._2().waiting().iterator().next().trial());
        Candidate candidate = candidate(study, best);
        return Optional.of(new Candidate(best, candidate.next(), candidate.cost(), true));
      }
    }
    return Optional.empty();
  }

  private static Candidate candidate(RuleContext study, Trial trial) {
    Bracket bracket = bracketOf(study, trial);
    Rung next = bracket.plan().rungs().get(trial.rung() + 1);
    boolean arrived = trial.valueAt(next.resource()).isPresent();
    return new Candidate(
        trial, next, arrived ? 0 : next.resource() - bracket.levelOf(trial), false);
  }

  private static RuleResult promote(RuleContext study, Candidate candidate) {
    Standing standing = Standing.of(study, candidate.trial());
    String reason =
        Text.of(
            "promoted: rank %d of %d at resource %s, %s; to %s",
            standing.rank(),
            standing.cohort(),
            study.spec().shown(standing.level()),
            candidate.last()
                ? Text.of(
                    "the best that the %s left of the budget take to the largest resource",
                    study.spec().shown(study.remainingBudget()))
                : Text.of("the best %d go on", standing.last()),
            study.spec().shown(candidate.next().resource()));
    int number = candidate.trial().number();
    ResultBuilder found = study.result();
    found.fact(
        new Fact.Promoted(
            number,
            candidate.trial().bracket(),
            candidate.trial().rung() + 1,
            false,
            candidate.cost(),
            reason));
    RuleResult promoted = standing.explain(found, study.spec(), reason).done();
    boolean arrived = candidate.cost() == 0;
    return arrived && candidate.next().resource() == study.spec().ladder().maxResource()
        ? promoted.then(after -> RungDecisions.complete(after, after.trial(number)))
        : promoted;
  }

  /** Pauses the trial at its rung until it is promoted. */
  static RuleResult pause(RuleContext study, int number) {
    Trial trial = study.trial(number);
    Standing standing = Standing.of(study, trial);
    String reason =
        Text.of(
            "paused at resource %s: rank %d of %d, %s",
            study.spec().shown(standing.level()),
            standing.rank(),
            standing.cohort(),
            whyItStays(study, trial, standing));
    ResultBuilder found = study.result();
    Command.Ending command = found.create().pause(trial, reason);
    found.fact(new Fact.Paused(number, command)).send(command);
    return standing.explain(found, study.spec(), reason).done();
  }

  private static String whyItStays(RuleContext study, Trial trial, Standing standing) {
    if (study.state().status() != StudyStatus.ACTIVE) {
      return "and the study is paused";
    }
    if (standing.rank() > standing.last()) {
      return Text.of("the best %d go on", standing.last());
    }
    Optional<Candidate> first = next(study);
    if (first.isPresent()) {
      return Text.of(
          "goes on after trial %d at resource %s",
          first.get().trial().number(),
          study.spec().shown(bracketOf(study, first.get().trial()).levelOf(first.get().trial())));
    }
    return Text.of(
        "it may go on, but the budget has %s left of the %s that it takes",
        study.spec().shown(Math.max(0, study.remainingBudget())),
        study.spec().shown(candidate(study, trial).cost()));
  }

  private static Bracket bracketOf(RuleContext study, Trial trial) {
    return study.bracket(trial.bracket());
  }

  /**
   * The rank of a trial at its rung.
   *
   * @param last the worst rank that is promoted
   */
  private record Standing(Ranked trial, long level, int rank, int cohort, int last) {

    static Standing of(RuleContext study, Trial trial) {
      Bracket bracket = bracketOf(study, trial);
      AsynchronousRung rung = study.state().rungs().at(bracket, trial.rung());
      Ranked ranked = trial.rankedAt(bracket.levelOf(trial));
      return new Standing(
          ranked,
          bracket.levelOf(trial),
          rung.recorded().rankOf(ranked),
          rung.recorded().size(),
          rung.lastToGoOn(study.spec().ladder().eta()));
    }

    ResultBuilder explain(ResultBuilder found, StudySpec spec, String reason) {
      return found.because(
          RULE,
          trial.trial(),
          reason,
          "cohort",
          Integer.toString(cohort),
          "goOn",
          Integer.toString(last),
          "level",
          spec.shown(level),
          "rank",
          Integer.toString(rank),
          "value",
          Double.toString(spec.objective().raw(trial.value())));
    }
  }
}
