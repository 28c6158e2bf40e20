package io.flexhb.core.study;

import io.flexhb.core.schedule.Ranked;
import io.flexhb.core.space.Configuration;
import io.vavr.collection.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * How each fact changes the state: the only place where state comes from. Facts are true when they
 * get here; a fact that contradicts the state is a fault of ours and throws.
 */
final class Evolution {

  private Evolution() {}

  static StudyState evolve(Optional<StudyState> before, Fact fact) {
    if (fact instanceof Fact.StudyCreated created) {
      return StudyState.created(created);
    }
    StudyState state =
        before.orElseThrow(() -> new IllegalStateException("no study yet, cannot apply " + fact));
    StudyState.Draft draft = state.draft();
    apply(draft, fact);
    return draft.done();
  }

  /** The state after all facts of one decision, with the next sequence number. */
  static StudyState applied(Optional<StudyState> before, List<Fact> facts) {
    Optional<StudyState.Draft> draft = before.map(StudyState::draft);
    for (Fact fact : facts) {
      if (fact instanceof Fact.StudyCreated created) {
        draft = Optional.of(StudyState.created(created).draft());
      } else {
        apply(
            draft.orElseThrow(
                () -> new IllegalStateException("no study yet, cannot apply " + fact)),
            fact);
      }
    }
    StudyState.Draft changed = draft.orElseThrow();
    changed.sequence++;
    return changed.done();
  }

  /** Changes the draft; the fact does not create the study. */
  static void apply(StudyState.Draft d, Fact fact) {
    if (fact instanceof Fact.OfBracket f && applyToBracket(d, f)) {
      return;
    }
    if (fact instanceof Fact.OfTrial f) {
      applyToTrial(d, f);
    } else if (fact instanceof Fact.OfSlot f) {
      applyToSlot(d, f);
    } else if (fact instanceof Fact.StudyAmended f) {
      d.spec = f.spec();
    } else if (fact instanceof Fact.StatusChanged f) {
      d.status = f.status();
      d.statusReason = f.reason();
      d.failing = f.status() == StudyStatus.ACTIVE ? FailureStreak.NONE : d.failing;
      d.rungs = f.status().isOver() ? AsynchronousRungs.EMPTY : d.rungs;
    } else if (fact instanceof Fact.PausedDiscarded f) {
      discardPaused(d, f.reason());
    } else if (fact instanceof Fact.TrialsExhausted f) {
      d.exhausted = Optional.of(f.reason());
    } else {
      applyToSuggestions(d, fact);
    }
  }

  private static void discardPaused(StudyState.Draft d, String reason) {
    for (Trial trial : d.trials.done()) {
      if (trial.status() == TrialStatus.PAUSED) {
        TrialChange change = TrialChange.of(trial).to(TrialStatus.DISCARDED, reason);
        d.trials.set(trial.number(), change.done());
      }
    }
  }

  /** Returns whether the fact was about nothing but a bracket. */
  private static boolean applyToBracket(StudyState.Draft d, Fact.OfBracket fact) {
    if (fact instanceof Fact.BracketOpened f) {
      d.brackets.append(Bracket.opened(f.bracket(), f.place(), f.source(), f.plan()));
      d.open = d.open.add(f.bracket());
      d.budget = d.budget.reserve(f.plan().firstRungCost());
      if (!f.loopSources().isEmpty()) {
        d.loopSources = f.loopSources();
      }
      return true;
    }
    if (fact instanceof Fact.RungDecided f) {
      Bracket bracket = d.brackets.get(f.bracket());
      releaseFreeSlots(d, bracket);
      d.brackets.set(f.bracket(), bracket.atNextRung());
      return true;
    }
    if (fact instanceof Fact.BracketClosed f) {
      Bracket bracket = d.brackets.get(f.bracket());
      releaseFreeSlots(d, bracket);
      d.brackets.set(f.bracket(), bracket.close());
      d.open = d.open.remove(f.bracket());
      d.weightHorizon = d.trials.size();
      return true;
    }
    return false;
  }

  private static void releaseFreeSlots(StudyState.Draft d, Bracket bracket) {
    d.budget = d.budget.reserve(-bracket.freeSlots() * bracket.plan().startLevel());
  }

  private static void applyToTrial(StudyState.Draft d, Fact.OfTrial fact) {
    if (fact instanceof Fact.TrialCreated f) {
      create(d, f);
      return;
    }
    Trial trial = d.trials.get(fact.trial());
    TrialChange change = TrialChange.of(trial);
    if (fact instanceof Fact.Granted f) {
      grant(d, trial, change, f.command());
    } else if (fact instanceof Fact.AttemptStarted) {
      change.started = true;
      change.unstarted = 0;
    } else if (fact instanceof Fact.ValueRecorded f) {
      recordValues(d, trial, change, f.levels());
    } else if (fact instanceof Fact.CheckpointRecorded f) {
      change.checkpoint = f.checkpoint();
    } else if (fact instanceof Fact.Paused f) {
      leaveQueue(d, trial, change);
      change.to(TrialStatus.PAUSED, f.command().reason()).under(f.command());
    } else if (fact instanceof Fact.Promoted f) {
      promote(d, trial, change, f);
    } else if (fact instanceof Fact.Stopped f) {
      change.to(TrialStatus.STOPPED, f.command().reason()).under(f.command());
      d.pools = d.pools.with(f.level(), ranked(trial, f.level()));
    } else if (fact instanceof Fact.Discarded f) {
      if (trial.status() == TrialStatus.STOPPED) {
        long level = stoppedAt(d, trial);
        d.pools = d.pools.without(level, ranked(trial, level));
      }
      leaveQueue(d, trial, change);
      change.to(TrialStatus.DISCARDED, f.reason());
      f.command().ifPresent(change::under);
    } else if (fact instanceof Fact.StoppedEarly f) {
      noLongerAwaited(d, trial);
      d.budget = d.budget.refund(f.refund());
      change.to(TrialStatus.DISCARDED, f.command().reason()).under(f.command());
    } else if (fact instanceof Fact.Completed f) {
      leaveQueue(d, trial, change);
      change.to(TrialStatus.COMPLETED, f.command().reason()).under(f.command());
      double value = trial.valueAt(d.spec.ladder().maxResource()).orElseThrow();
      StudyState.Best completed = new StudyState.Best(trial.number(), value);
      if (d.best.isEmpty() || completed.compareTo(d.best.get()) < 0) {
        d.best = Optional.of(completed);
      }
      d.means = d.means.with(d.spec, trial);
    } else if (fact instanceof Fact.Failed f) {
      fail(d, trial, change, f);
    } else if (fact instanceof Fact.AttemptLost f) {
      lose(d, trial, change, f);
    } else {
      throw new AssertionError("no evolution for " + fact.getClass());
    }
    d.trials.set(trial.number(), change.done());
  }

  private static void create(StudyState.Draft d, Fact.TrialCreated f) {
    if (f.trial() != d.trials.size()) {
      throw new IllegalStateException(
          "trial " + f.trial() + " created, expected " + d.trials.size());
    }
    d.trials.append(
        TrialChange.created(f.trial(), f.configuration(), f.origin(), f.bracket(), f.promised()));
    // The promise moves from the free slot of the bracket to the trial: the budget stays.
    Bracket bracket = d.brackets.get(f.bracket());
    d.brackets.set(
        f.bracket(),
        d.spec.isAsynchronous() ? bracket.withTakenSlot() : bracket.withNewTrial(f.trial()));
    d.ready = d.ready.add(new StudyState.Ready(f.bracket(), f.trial()));
    if (f.enqueued()) {
      d.suggestions = d.suggestions.dequeued();
    } else {
      d.configurations = count(d.configurations, f.configuration());
    }
    if (f.request().isPresent()) {
      d.suggestions = d.suggestions.dropped(f.request().getAsLong());
    }
  }

  private static HashMap<String, Integer> count(
      HashMap<String, Integer> counts, Configuration configuration) {
    return counts.put(configuration.canonical(), 1, Integer::sum);
  }

  private static void grant(StudyState.Draft d, Trial trial, TrialChange change, Command command) {
    d.ready = d.ready.remove(new StudyState.Ready(trial.bracket(), trial.number()));
    d.budget = d.budget.grant(trial.promised(), command.untilResource() - command.fromResource());
    if (command.attempt() != trial.attempt()) {
      change.fromResource = command.fromResource();
      change.started = false;
    }
    if (trial.status() != TrialStatus.RUNNING) {
      change.to(TrialStatus.RUNNING, command.reason());
    }
    change.under(command);
    change.attempt = command.attempt();
    change.untilResource = command.untilResource();
    change.promised = 0;
    change.slot = command.to();
    change.wasStopped = false;
    if (command.askSequence() >= 0) {
      d.desk =
          d.desk.occupy(
              new Slot(
                  command.to().orElseThrow(),
                  command.askSequence(),
                  -1,
                  List.of(),
                  trial.number(),
                  command.attempt(),
                  Optional.empty()));
    }
  }

  private static void recordValues(
      StudyState.Draft d, Trial trial, TrialChange change, List<LevelValue> levels) {
    d.failing = FailureStreak.NONE;
    change.withLevels(levels);
    d.measured = d.measured.with(trial.number(), levels, change.levels);
    boolean awaited =
        trial.status() == TrialStatus.RUNNING || trial.status() == TrialStatus.PENDING;
    Bracket bracket = d.brackets.get(trial.bracket());
    long rungLevel = bracket.levelOf(trial);
    if (!awaited || levels.stream().noneMatch(v -> v.level() == rungLevel)) {
      return;
    }
    if (d.spec.isAsynchronous()) {
      d.rungs = d.rungs.arrived(bracket, trial.rung(), change.done());
    } else {
      d.brackets.set(bracket.number(), bracket.withArrival());
    }
  }

  private static void promote(
      StudyState.Draft d, Trial trial, TrialChange change, Fact.Promoted f) {
    Bracket bracket = d.brackets.get(f.bracket());
    long level = bracket.plan().rungs().get(f.rung()).resource();
    boolean arrived = trial.valueAt(level).isPresent();
    if (f.revived()) {
      long stoppedAt = stoppedAt(d, trial);
      d.pools = d.pools.without(stoppedAt, ranked(trial, stoppedAt));
      change.revivals++;
      change.wasStopped = true;
    }
    if (d.spec.isAsynchronous()) {
      d.rungs = d.rungs.promoted(bracket, trial.rung(), trial);
      d.rungs = arrived ? d.rungs.arrived(bracket, f.rung(), trial) : d.rungs;
    } else {
      d.brackets.set(bracket.number(), bracket.withMember(trial.number(), arrived));
    }
    d.budget = d.budget.reserve(f.promised());
    change.promised = f.promised();
    change.bracket = f.bracket();
    change.rung = f.rung();
    change.reason = f.reason();
    if (arrived && trial.status() == TrialStatus.STOPPED) {
      change.to(TrialStatus.PAUSED, f.reason());
    } else if (!arrived && trial.status() != TrialStatus.RUNNING) {
      // A running one goes on in its attempt: its grant is the next fact.
      change.to(TrialStatus.PENDING, f.reason());
      d.ready = d.ready.add(new StudyState.Ready(f.bracket(), trial.number()));
    }
  }

  private static void fail(StudyState.Draft d, Trial trial, TrialChange change, Fact.Failed f) {
    if (f.blame() != Fact.Blame.NONE) {
      d.failing = d.failing.with(trial.number());
    }
    noLongerAwaited(d, trial);
    leaveQueue(d, trial, change);
    d.budget = d.budget.refund(f.refund());
    change.to(TrialStatus.FAILED, f.reason());
    change.failedAt = f.level();
    f.command().ifPresent(change::under);
  }

  /** A rung does not wait for a trial that ended before it. */
  private static void noLongerAwaited(StudyState.Draft d, Trial trial) {
    Bracket bracket = d.brackets.get(trial.bracket());
    if (!d.spec.isAsynchronous() && trial.valueAt(bracket.levelOf(trial)).isEmpty()) {
      d.brackets.set(bracket.number(), bracket.withArrival());
    }
  }

  private static void lose(
      StudyState.Draft d, Trial trial, TrialChange change, Fact.AttemptLost f) {
    d.budget = d.budget.refund(f.refund()).reserve(f.promised());
    d.ready = d.ready.add(new StudyState.Ready(trial.bracket(), trial.number()));
    change.to(TrialStatus.PENDING, f.reason());
    change.promised = f.promised();
    change.started = false;
    switch (f.blame()) {
      case FAILURE -> change.failures++;
      case UNSTARTED -> change.unstarted++;
      case NONE -> {}
    }
  }

  /** A trial that waits for a grant gives up its place and its promise. */
  private static void leaveQueue(StudyState.Draft d, Trial trial, TrialChange change) {
    d.ready = d.ready.remove(new StudyState.Ready(trial.bracket(), trial.number()));
    d.budget = d.budget.reserve(-trial.promised());
    change.promised = 0;
  }

  private static long stoppedAt(StudyState.Draft d, Trial trial) {
    return d.brackets.get(trial.bracket()).plan().rungs().get(trial.rung()).resource();
  }

  static Ranked ranked(Trial trial, long level) {
    return new Ranked(trial.valueAt(level).orElseThrow(), trial.number());
  }

  private static void applyToSlot(StudyState.Draft d, Fact.OfSlot fact) {
    if (fact instanceof Fact.Parked f) {
      d.desk = d.desk.park(f.parked());
    } else if (fact instanceof Fact.SlotForgotten f) {
      d.desk = d.desk.forget(f.slot());
    } else {
      throw new AssertionError("no evolution for " + fact.getClass());
    }
  }

  private static void applyToSuggestions(StudyState.Draft d, Fact fact) {
    if (fact instanceof Fact.SuggestionRequested f) {
      Suggestions.Data data = Suggestions.Data.of(d.measured, d.spec.ladder().maxResource());
      d.suggestions = d.suggestions.requested(new Suggestions.Pending(f.request(), f.time(), data));
    } else if (fact instanceof Fact.SuggestionPrepared f) {
      d.suggestions = d.suggestions.answered(f.prepared());
    } else if (fact instanceof Fact.SuggestionDropped f) {
      d.suggestions = d.suggestions.dropped(f.request());
    } else if (fact instanceof Fact.ConfigurationsEnqueued f) {
      d.suggestions = d.suggestions.enqueue(f.configurations());
      for (Configuration configuration : f.configurations()) {
        d.configurations = count(d.configurations, configuration);
      }
    } else {
      throw new AssertionError("no evolution for " + fact.getClass());
    }
  }
}
