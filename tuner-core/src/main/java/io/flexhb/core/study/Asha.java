package io.flexhb.core.study;

import io.flexhb.core.schedule.AsynchronousRung;
import io.flexhb.core.schedule.Ranked;
import io.flexhb.core.schedule.Rung;
import java.util.Optional;

/**
 * Asynchronous promotion (Li et al. 2020, Alg. 2; docs/algorithms.md section 7): whenever a worker
 * is free, the best trial of the highest rung that may go on does; nobody waits for a rung to be
 * complete.
 */
final class Asha {
  private static final String RULE = "asha";

  private Asha() {}

  /** A trial that may go on now. {@code cost} is 0 when it has its next value already. */
  private record Candidate(Trial trial, Rung next, long cost) {}

  /**
   * A live trial has its value at its rung: its worker is free now. It goes on when it is what any
   * free worker would get, and else pauses.
   */
  static void arrived(Deliberation d, int number) {
    Optional<Candidate> next = next(d);
    while (next.filter(c -> c.trial().number() == number).isPresent()) {
      promote(d, next.get());
      Trial trial = d.trial(number);
      if (trial.status() == TrialStatus.COMPLETED) {
        return;
      }
      if (trial.valueAt(next.get().next().resource()).isEmpty()) {
        Grants.goOn(d, trial);
        return;
      }
      next = next(d);
    }
    pause(d, number);
  }

  /** Promotes until so many trials wait for a worker, or none may go on. */
  static void promote(Deliberation d, int workers) {
    Optional<Candidate> next = next(d);
    while (next.isPresent() && d.state().ready().size() < workers) {
      promote(d, next.get());
      next = next(d);
    }
  }

  /** Whether a trial is trained, or may be with the budget that is left. */
  static boolean goesOn(Deliberation d) {
    return !d.state().ready().isEmpty() || next(d).isPresent() || anyRunning(d);
  }

  private static boolean anyRunning(Deliberation d) {
    return d.state()
        .desk()
        .slots()
        .values()
        .exists(slot -> d.state().trial(slot.trial()).filter(Trial::isLive).isPresent());
  }

  /** From the highest rung down; a rung is passed over when the budget does not hold the next. */
  private static Optional<Candidate> next(Deliberation d) {
    if (d.state().status() != StudyStatus.ACTIVE) {
      return Optional.empty();
    }
    for (AsynchronousRung rung : d.state().rungs().byKey().values()) {
      Optional<Candidate> candidate =
          rung.next(d.spec().ladder().eta())
              .map(best -> candidate(d, d.trial(best.trial())))
              .filter(c -> c.cost() <= d.remainingBudget());
      if (candidate.isPresent()) {
        return candidate;
      }
    }
    return Optional.empty();
  }

  private static Candidate candidate(Deliberation d, Trial trial) {
    Bracket bracket = bracketOf(d, trial);
    Rung next = bracket.plan().rungs().get(trial.rung() + 1);
    boolean arrived = trial.valueAt(next.resource()).isPresent();
    return new Candidate(trial, next, arrived ? 0 : next.resource() - bracket.levelOf(trial));
  }

  private static void promote(Deliberation d, Candidate candidate) {
    Standing standing = Standing.of(d, candidate.trial());
    String reason =
        Text.of(
            "promoted: rank %d of %d at resource %d, the best %d go on; to %d",
            standing.rank(),
            standing.cohort(),
            standing.level(),
            standing.last(),
            candidate.next().resource());
    int number = candidate.trial().number();
    d.fact(
        new Fact.Promoted(
            number,
            candidate.trial().bracket(),
            candidate.trial().rung() + 1,
            false,
            candidate.cost(),
            reason));
    standing.because(d, reason);
    boolean arrived = d.trial(number).valueAt(candidate.next().resource()).isPresent();
    if (arrived && candidate.next().resource() == d.spec().ladder().maxResource()) {
      Rungs.complete(d, d.trial(number));
    }
  }

  /** The trial stays at its rung, until it is promoted. */
  static void pause(Deliberation d, int number) {
    Trial trial = d.trial(number);
    Standing standing = Standing.of(d, trial);
    String reason =
        Text.of(
            "paused at resource %d: rank %d of %d, %s",
            standing.level(), standing.rank(), standing.cohort(), whyItStays(d, trial, standing));
    Command command = d.about(Command.Kind.PAUSE, trial, reason);
    d.fact(new Fact.Paused(number, command));
    d.send(command);
    standing.because(d, reason);
  }

  private static String whyItStays(Deliberation d, Trial trial, Standing standing) {
    if (d.state().status() != StudyStatus.ACTIVE) {
      return "and the study is paused";
    }
    if (standing.rank() > standing.last()) {
      return Text.of("the best %d go on", standing.last());
    }
    Optional<Candidate> first = next(d);
    if (first.isPresent()) {
      return Text.of(
          "goes on after trial %d at resource %d",
          first.get().trial().number(),
          bracketOf(d, first.get().trial()).levelOf(first.get().trial()));
    }
    return Text.of(
        "it may go on, but the budget has %d left of the %d that it takes",
        Math.max(0, d.remainingBudget()), candidate(d, trial).cost());
  }

  private static Bracket bracketOf(Deliberation d, Trial trial) {
    return d.bracket(trial.bracket());
  }

  /**
   * Where a trial stands at its rung.
   *
   * @param last the worst rank that may go on
   */
  private record Standing(Ranked trial, long level, int rank, int cohort, int last) {

    static Standing of(Deliberation d, Trial trial) {
      Bracket bracket = bracketOf(d, trial);
      AsynchronousRung rung = d.state().rungs().at(bracket, trial.rung());
      Ranked ranked = Evolution.ranked(trial, bracket.levelOf(trial));
      return new Standing(
          ranked,
          bracket.levelOf(trial),
          rung.recorded().rankOf(ranked),
          rung.recorded().size(),
          rung.lastToGoOn(d.spec().ladder().eta()));
    }

    void because(Deliberation d, String reason) {
      d.because(
          RULE,
          trial.trial(),
          reason,
          "cohort",
          Integer.toString(cohort),
          "goOn",
          Integer.toString(last),
          "level",
          Long.toString(level),
          "rank",
          Integer.toString(rank),
          "value",
          Double.toString(d.spec().objective().raw(trial.value())));
    }
  }
}
