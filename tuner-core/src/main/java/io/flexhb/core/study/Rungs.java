package io.flexhb.core.study;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.schedule.GloSH;
import io.flexhb.core.schedule.Ranked;
import io.flexhb.core.schedule.Rung;
import io.flexhb.core.spec.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/** Decides complete rungs (FlexHB, GloSH; docs/algorithms.md section 3). */
final class Rungs {

  private Rungs() {}

  /**
   * Decides every rung that is complete, in bracket order; each sees the pools the former left.
   * Promotions may complete further rungs, since a trial may have its value at the next one
   * already.
   */
  static void settle(Deliberation d) {
    if (d.state().status() != StudyStatus.ACTIVE) {
      // A paused study decides nothing: what arrives is paused too, and decided on resumption.
      return;
    }
    Optional<Bracket> complete = firstComplete(d);
    while (complete.isPresent()) {
      if (d.spec().isAsynchronous()) {
        d.fact(new Fact.BracketClosed(complete.get().number(), "all its trials are created"));
      } else if (complete.get().isLastRung()) {
        d.fact(new Fact.BracketClosed(complete.get().number(), "all its trials are done"));
      } else {
        decide(d, complete.get());
      }
      complete = firstComplete(d);
    }
  }

  private static Optional<Bracket> firstComplete(Deliberation d) {
    for (int number : d.state().open()) {
      Bracket bracket = d.bracket(number);
      boolean filled = !bracket.hasFreeSlot() || Supply.endOfTrials(d.state()).isPresent();
      if (filled && bracket.waiting() == 0) {
        return Optional.of(bracket);
      }
    }
    return Optional.empty();
  }

  private static void decide(Deliberation d, Bracket bracket) {
    long level = bracket.level();
    Rung next = bracket.plan().rungs().get(bracket.rung() + 1);
    long cost = next.resource() - level;
    int keep = (int) Math.min(next.n(), Math.max(0, d.remainingBudget()) / cost);
    boolean cutByBudget = keep < next.n();
    GloSH.Outcome outcome =
        GloSH.decide(
            local(d, bracket),
            d.state().pools().at(level),
            keep,
            d.spec().lambdaAt(level),
            CounterRandom.of(
                d.spec().seed(), "revival", ((long) bracket.number() << 8) | bracket.rung()));

    d.fact(new Fact.RungDecided(bracket.number(), bracket.rung(), level));
    for (GloSH.Kept kept : outcome.kept()) {
      promote(d, bracket, kept, outcome, next, cost);
    }
    for (GloSH.Dropped dropped : outcome.stopped()) {
      stop(d, bracket, dropped, outcome, keep, cutByBudget);
    }
    explainPassedOver(d, bracket, outcome.passedOver());
    if (outcome.kept().isEmpty()) {
      d.fact(
          new Fact.BracketClosed(
              bracket.number(), cutByBudget ? "the budget is used up" : "no trial is left"));
    }
    boundPool(d, level);
  }

  /** The same of each: with a large pool there are many, so it is said once. */
  private static void explainPassedOver(Deliberation d, Bracket bracket, List<Ranked> passedOver) {
    if (passedOver.isEmpty()) {
      return;
    }
    long level = bracket.level();
    String text =
        Text.of("stays stopped: ranked among the best at resource %d but lost its coin", level);
    SortedMap<String, String> values = new TreeMap<>();
    values.put("bracket", text(bracket.number()));
    values.put("lambda", text(d.spec().lambdaAt(level)));
    values.put("level", text(level));
    for (Ranked ranked : passedOver) {
      d.because(rule(d), ranked.trial(), text, values);
    }
  }

  /** Members with a value; those that failed or were stopped before have none that counts. */
  private static List<Ranked> local(Deliberation d, Bracket bracket) {
    List<Ranked> local = new ArrayList<>();
    for (int number : bracket.members()) {
      Trial trial = d.trial(number);
      if (trial.status() != TrialStatus.FAILED && trial.status() != TrialStatus.DISCARDED) {
        local.add(Evolution.ranked(trial, bracket.level()));
      }
    }
    return local;
  }

  private static void promote(
      Deliberation d,
      Bracket bracket,
      GloSH.Kept kept,
      GloSH.Outcome outcome,
      Rung next,
      long cost) {
    boolean arrived = d.trial(kept.trial()).valueAt(next.resource()).isPresent();
    String reason =
        Text.of(
            "%s: rank %d of %d at resource %d, goes on to %d",
            kept.revived() ? "revived" : "kept",
            kept.rank(),
            outcome.cohort(),
            bracket.level(),
            next.resource());
    d.fact(
        new Fact.Promoted(
            kept.trial(),
            bracket.number(),
            bracket.rung() + 1,
            kept.revived(),
            arrived ? 0 : cost,
            reason));
    d.because(
        rule(d),
        kept.trial(),
        reason,
        "bracket",
        text(bracket.number()),
        "cohort",
        text(outcome.cohort()),
        "level",
        text(bracket.level()),
        "rank",
        text(kept.rank()),
        "value",
        text(d.spec().objective().raw(kept.value())));
    if (arrived && next.resource() == d.spec().ladder().maxResource()) {
      complete(d, d.trial(kept.trial()));
    }
  }

  private static void stop(
      Deliberation d,
      Bracket bracket,
      GloSH.Dropped dropped,
      GloSH.Outcome outcome,
      int keep,
      boolean cutByBudget) {
    Trial trial = d.trial(dropped.trial());
    String reason =
        Text.of(
            "stopped: rank %d of %d at resource %d, %s kept%s",
            dropped.rank(),
            outcome.locals(),
            bracket.level(),
            outcome.cohort() > outcome.locals()
                ? outcome.kept().size() + " of all " + outcome.cohort() + " so far"
                : outcome.kept().size(),
            cutByBudget ? " (the budget allows " + keep + ")" : "");
    Command command = d.about(Command.Kind.STOP, trial, reason);
    if (d.spec().lambdaAt(bracket.level()) > 0) {
      d.fact(new Fact.Stopped(trial.number(), bracket.level(), command));
      d.send(command);
    } else {
      // Nothing stopped here is ever revived: no pool, and the checkpoint may go.
      d.fact(new Fact.Discarded(trial.number(), reason, Optional.of(command)));
      d.send(command);
      discardCheckpoint(d, trial, reason);
    }
    d.because(
        rule(d),
        trial.number(),
        reason,
        "bracket",
        text(bracket.number()),
        "cohort",
        text(outcome.cohort()),
        "level",
        text(bracket.level()),
        "rank",
        text(dropped.rank()),
        "rung",
        text(outcome.locals()),
        "threshold",
        outcome.kept().isEmpty()
            ? "none kept"
            : text(d.spec().objective().raw(outcome.kept().get(outcome.kept().size() - 1).value())),
        "value",
        text(d.spec().objective().raw(dropped.value())));
  }

  /**
   * Beyond {@code glosh.pool.max} the worst of a pool are dropped for good, and their checkpoints
   * may go.
   */
  private static void boundPool(Deliberation d, long level) {
    OptionalInt max = d.spec().method().poolMax();
    while (max.isPresent() && d.state().pools().at(level).size() > max.getAsInt()) {
      Trial worst = d.trial(d.state().pools().at(level).last().trial());
      String reason =
          Text.of(
              "dropped for good: the pool at resource %d keeps the best %d", level, max.getAsInt());
      d.fact(new Fact.Discarded(worst.number(), reason, Optional.empty()));
      discardCheckpoint(d, worst, reason);
      d.because(rule(d), worst.number(), reason, "level", text(level));
    }
  }

  static void discardCheckpoint(Deliberation d, Trial trial, String reason) {
    if (trial.checkpoint().isPresent()) {
      d.send(d.about(Command.Kind.DISCARD_CHECKPOINT, trial, reason));
    }
  }

  /** The trial has its value at the largest resource. */
  static void complete(Deliberation d, Trial trial) {
    double value = trial.valueAt(d.spec().ladder().maxResource()).orElseThrow();
    String reason =
        Text.of(
            "completed at resource %d with %s = %s",
            d.spec().ladder().maxResource(),
            d.spec().objective().metric(),
            d.spec().objective().raw(value));
    Command command = d.about(Command.Kind.COMPLETE, trial, reason);
    d.fact(new Fact.Completed(trial.number(), command));
    d.send(command);
    d.because("complete", trial.number(), reason);
  }

  private static String rule(Deliberation d) {
    return d.spec().method().promotion() == Method.Promotion.GLOSH ? "glosh" : "successive-halving";
  }

  private static String text(long value) {
    return Long.toString(value);
  }

  private static String text(double value) {
    return Double.toString(value);
  }
}
