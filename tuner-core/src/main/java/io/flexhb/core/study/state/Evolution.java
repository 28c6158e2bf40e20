package io.flexhb.core.study.state;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.message.Command;
import io.vavr.collection.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Defines how each fact changes the state; no other code creates state. Facts are valid here; a
 * fact that contradicts the state is a bug and throws.
 */
public final class Evolution implements Fact.Visitor {

  private final StudyState.Draft d;

  /**
   * @param before the state that the first fact changes
   */
  public Evolution(StudyState before) {
    this(before.draft());
  }

  private Evolution(StudyState.Draft draft) {
    d = draft;
  }

  /**
   * The state after one fact.
   *
   * @param before empty before the study exists
   */
  public static StudyState evolve(Optional<StudyState> before, Fact fact) {
    StudyState.Draft draft = next(before.map(StudyState::draft), fact);
    return draft.done();
  }

  /** The state after all facts of one decision, with the next sequence number. */
  public static StudyState applied(Optional<StudyState> before, List<Fact> facts) {
    Optional<StudyState.Draft> draft = before.map(StudyState::draft);
    for (Fact fact : facts) {
      draft = Optional.of(next(draft, fact));
    }
    return new Evolution(draft.orElseThrow()).decided();
  }

  private static StudyState.Draft next(Optional<StudyState.Draft> before, Fact fact) {
    if (fact instanceof Fact.StudyCreated created) {
      return StudyState.created(created).draft();
    }
    StudyState.Draft draft =
        before.orElseThrow(() -> new IllegalStateException("no study yet, cannot apply " + fact));
    fact.accept(new Evolution(draft));
    return draft;
  }

  /** The definition after the facts so far. */
  public StudySpec spec() {
    return d.spec;
  }

  /** A trial after the facts so far. */
  public Trial trial(int number) {
    return d.trials.get(number);
  }

  /** A bracket after the facts so far. */
  public Bracket bracket(int number) {
    return d.brackets.get(number);
  }

  /** Resource units that may still be promised after the facts so far. */
  public long remainingBudget() {
    return d.budget.remaining(d.spec.limits());
  }

  /** The state after the facts so far; more may follow. */
  public StudyState state() {
    return d.done();
  }

  /** The state after all facts of a decision, with the next sequence number. */
  public StudyState decided() {
    d.sequence++;
    return d.done();
  }

  // The study

  @Override
  public void apply(Fact.StudyCreated f) {
    throw new IllegalStateException("study " + f.spec().study() + " exists, cannot apply " + f);
  }

  @Override
  public void apply(Fact.StudyAmended f) {
    d.spec = f.spec();
  }

  @Override
  public void apply(Fact.StatusChanged f) {
    d.reopened += d.status == StudyStatus.FINISHED && !f.status().isOver() ? 1 : 0;
    d.status = f.status();
    d.statusReason = f.reason();
    d.failing = f.status() == StudyStatus.ACTIVE ? FailureStreak.NONE : d.failing;
    d.rungs = f.status().isFinal() ? AsynchronousRungs.EMPTY : d.rungs;
  }

  @Override
  public void apply(Fact.TrialsExhausted f) {
    d.exhausted = Optional.of(f.reason());
  }

  // Brackets

  @Override
  public void apply(Fact.BracketOpened f) {
    d.brackets.append(Bracket.opened(f.bracket(), f.place(), f.source(), f.plan()));
    d.open = d.open.add(f.bracket());
    d.budget = d.budget.reserve(f.plan().firstRungCost());
    if (!f.loopSources().isEmpty()) {
      d.loopSources = f.loopSources();
    }
  }

  @Override
  public void apply(Fact.RungDecided f) {
    Bracket bracket = d.brackets.get(f.bracket());
    releaseFreeSlots(bracket);
    d.brackets.set(f.bracket(), bracket.atNextRung());
  }

  @Override
  public void apply(Fact.BracketClosed f) {
    Bracket bracket = d.brackets.get(f.bracket());
    releaseFreeSlots(bracket);
    d.brackets.set(f.bracket(), bracket.close());
    d.open = d.open.remove(f.bracket());
    d.weightHorizon = d.trials.size();
  }

  private void releaseFreeSlots(Bracket bracket) {
    d.budget = d.budget.reserve(-bracket.freeSlots() * bracket.plan().startLevel());
  }

  // Trials

  @Override
  public void apply(Fact.TrialCreated f) {
    if (f.trial() != d.trials.size()) {
      throw new IllegalStateException(
          "trial " + f.trial() + " created, expected " + d.trials.size());
    }
    d.trials.append(
        TrialChange.created(f.trial(), f.configuration(), f.origin(), f.bracket(), f.promised()));
    // The promise moves from the free slot of the bracket to the trial: the budget stays.
    Bracket bracket = d.brackets.get(f.bracket());
    d.brackets.set(f.bracket(), RungUpdates.of(d.spec).joined(bracket, f.trial()));
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

  /** Puts the trial back as the effect changes it. */
  private void change(int number, BiConsumer<Trial, TrialChange> effect) {
    Trial trial = d.trials.get(number);
    TrialChange change = TrialChange.of(trial);
    effect.accept(trial, change);
    d.trials.set(number, change.done());
  }

  @Override
  public void apply(Fact.Granted f) {
    change(f.trial(), (trial, change) -> grant(trial, change, f.command()));
  }

  @Override
  public void apply(Fact.AttemptStarted f) {
    change(
        f.trial(),
        (trial, change) -> {
          change.started = true;
          change.unstarted = 0;
          change.progress =
              Optional.of(new Progress(trial.fromResource(), f.time(), Optional.empty()));
        });
  }

  @Override
  public void apply(Fact.ValueRecorded f) {
    change(
        f.trial(),
        (trial, change) -> {
          recordValues(trial, change, f.levels());
          long reached = f.levels().get(f.levels().size() - 1).resource();
          advance(trial, change, reached, f.time());
        });
  }

  @Override
  public void apply(Fact.ObjectiveReported f) {
    change(
        f.trial(),
        (trial, change) -> {
          change.recent =
              trial.recent().with(d.spec.objective().strategy(), f.resource(), f.value());
          advance(trial, change, f.resource(), f.time());
        });
  }

  @Override
  public void apply(Fact.ReportRejected f) {
    change(
        f.trial(),
        (trial, change) ->
            change.progress =
                Optional.of(progress(trial, f.time()).rejected(f.command().reason())));
  }

  @Override
  public void apply(Fact.Advanced f) {
    change(f.trial(), (trial, change) -> advance(trial, change, f.resource(), f.time()));
  }

  @Override
  public void apply(Fact.CheckpointRecorded f) {
    change(f.trial(), (trial, change) -> change.checkpoint = f.checkpoint());
  }

  @Override
  public void apply(Fact.Paused f) {
    change(
        f.trial(),
        (trial, change) -> {
          leaveQueue(trial, change);
          change.to(TrialStatus.PAUSED, f.command().reason()).under(f.command());
        });
  }

  @Override
  public void apply(Fact.Promoted f) {
    change(f.trial(), (trial, change) -> promote(trial, change, f));
  }

  @Override
  public void apply(Fact.Stopped f) {
    change(
        f.trial(),
        (trial, change) -> {
          change.to(TrialStatus.STOPPED, f.command().reason()).under(f.command());
          d.pools = d.pools.with(f.level(), trial.rankedAt(f.level()));
        });
  }

  @Override
  public void apply(Fact.Discarded f) {
    change(f.trial(), (trial, change) -> discard(trial, change, f));
  }

  @Override
  public void apply(Fact.PausedDiscarded f) {
    for (Trial trial : d.trials.done()) {
      if (trial.status() == TrialStatus.PAUSED) {
        TrialChange change = TrialChange.of(trial).to(TrialStatus.DISCARDED, f.reason());
        d.trials.set(trial.number(), change.done());
      }
    }
    // Studies that an earlier build finished so are re-opened without them.
    d.rungs = AsynchronousRungs.of(d.spec, d.status, d.trials.done(), d.brackets::get);
  }

  @Override
  public void apply(Fact.StoppedEarly f) {
    change(
        f.trial(),
        (trial, change) -> {
          noLongerAwaited(trial);
          d.budget = d.budget.refund(f.refund());
          change.to(TrialStatus.DISCARDED, f.command().reason()).under(f.command());
        });
  }

  @Override
  public void apply(Fact.Converged f) {
    d.budget = d.budget.refund(f.refund());
    Trial trial = d.trials.get(f.trial());
    Bracket bracket = d.brackets.get(trial.bracket());
    RungUpdates.of(d.spec).converged(d, bracket, trial);
  }

  @Override
  public void apply(Fact.Completed f) {
    change(f.trial(), (trial, change) -> complete(trial, change, f.command()));
  }

  @Override
  public void apply(Fact.Failed f) {
    change(f.trial(), (trial, change) -> fail(trial, change, f));
  }

  @Override
  public void apply(Fact.AttemptLost f) {
    change(f.trial(), (trial, change) -> lose(trial, change, f));
  }

  // Slots

  @Override
  public void apply(Fact.Parked f) {
    d.slotTable = d.slotTable.park(f.parked());
  }

  @Override
  public void apply(Fact.SlotForgotten f) {
    d.slotTable = d.slotTable.forget(f.slot());
  }

  // Suggestions

  @Override
  public void apply(Fact.SuggestionRequested f) {
    Suggestions.Data data = Suggestions.Data.of(d.measured, d.spec.ladder().maxResource());
    d.suggestions = d.suggestions.requested(new Suggestions.Pending(f.request(), f.time(), data));
  }

  @Override
  public void apply(Fact.SuggestionPrepared f) {
    d.suggestions = d.suggestions.answered(f.prepared());
  }

  @Override
  public void apply(Fact.SuggestionDropped f) {
    d.suggestions = d.suggestions.dropped(f.request());
  }

  @Override
  public void apply(Fact.ConfigurationsEnqueued f) {
    d.suggestions = d.suggestions.enqueue(f.configurations());
    for (Configuration configuration : f.configurations()) {
      d.configurations = count(d.configurations, configuration);
    }
  }

  @Override
  public void apply(Fact.MeasurementsImported f) {
    for (ImportedRow row : f.rows()) {
      d.imports = d.imports.with(f.importId(), row);
      ImportedConfiguration known = d.imports.configurations().get(row.number());
      d.measured = d.measured.with(known.dataNumber(), row.levels(), known.levels());
    }
  }

  // Shared and longer effects

  private static HashMap<String, Integer> count(
      HashMap<String, Integer> counts, Configuration configuration) {
    return counts.put(configuration.canonical(), 1, Integer::sum);
  }

  private void grant(Trial trial, TrialChange change, Command.Grant command) {
    d.ready = d.ready.remove(new StudyState.Ready(trial.bracket(), trial.number()));
    d.budget = d.budget.grant(trial.promised(), command.untilResource() - command.fromResource());
    if (command.attempt() != trial.attempt()) {
      change.fromResource = command.fromResource();
      change.started = false;
      change.progress = Optional.empty();
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
    if (command.askSequence().isPresent()) {
      d.slotTable =
          d.slotTable.occupy(
              new Slot(
                  command.slot(),
                  command.askSequence().getAsLong(),
                  -1,
                  List.of(),
                  trial.number(),
                  command.attempt(),
                  Optional.empty()));
    }
  }

  private void discard(Trial trial, TrialChange change, Fact.Discarded f) {
    if (trial.status() == TrialStatus.STOPPED) {
      long level = stoppedAt(trial);
      d.pools = d.pools.without(level, trial.rankedAt(level));
    }
    leaveQueue(trial, change);
    change.to(TrialStatus.DISCARDED, f.reason());
    f.command().ifPresent(change::under);
  }

  private void complete(Trial trial, TrialChange change, Command.Ending command) {
    leaveQueue(trial, change);
    change.to(TrialStatus.COMPLETED, command.reason()).under(command);
    double value = trial.valueAt(d.spec.ladder().maxResource()).orElseThrow();
    StudyState.Best completed = new StudyState.Best(trial.number(), value);
    if (d.best.isEmpty() || completed.compareTo(d.best.get()) < 0) {
      d.best = Optional.of(completed);
    }
    d.means = d.means.with(d.spec, trial);
  }

  private void recordValues(Trial trial, TrialChange change, List<LevelValue> levels) {
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
    RungUpdates.of(d.spec).recorded(d, bracket, change.done());
  }

  private void advance(Trial trial, TrialChange change, long reached, long time) {
    Progress before = progress(trial, time);
    d.budget = d.budget.train(Math.max(0, reached - before.resource()));
    change.progress = Optional.of(before.at(reached, time));
  }

  /** The progress of a trial; attempts that an earlier build granted have none yet. */
  private static Progress progress(Trial trial, long time) {
    return trial
        .progress()
        .orElseGet(() -> new Progress(trial.fromResource(), time, Optional.empty()));
  }

  private void promote(Trial trial, TrialChange change, Fact.Promoted f) {
    Bracket bracket = d.brackets.get(f.bracket());
    long level = bracket.plan().rungs().get(f.rung()).resource();
    boolean arrived = trial.valueAt(level).isPresent();
    if (f.revived()) {
      long stoppedAt = stoppedAt(trial);
      d.pools = d.pools.without(stoppedAt, trial.rankedAt(stoppedAt));
      change.revivals++;
      change.wasStopped = true;
    }
    RungUpdates.of(d.spec).promoted(d, bracket, trial, f.rung(), arrived);
    d.budget = d.budget.reserve(f.promised());
    change.promised = f.promised();
    change.bracket = f.bracket();
    change.rung = f.rung();
    change.reason = f.reason();
    if (arrived && trial.status() == TrialStatus.STOPPED) {
      change.to(TrialStatus.PAUSED, f.reason());
    } else if (!arrived && trial.status() != TrialStatus.RUNNING) {
      // A running trial continues in its attempt: its grant is the next fact.
      change.to(TrialStatus.PENDING, f.reason());
      d.ready = d.ready.add(new StudyState.Ready(f.bracket(), trial.number()));
    }
  }

  private void fail(Trial trial, TrialChange change, Fact.Failed f) {
    if (f.blame() != Fact.Blame.NONE) {
      d.failing = d.failing.with(trial.number());
    }
    noLongerAwaited(trial);
    leaveQueue(trial, change);
    d.budget = d.budget.refund(f.refund());
    change.to(TrialStatus.FAILED, f.reason());
    change.failedAt = f.level();
    f.command().ifPresent(change::under);
  }

  /** The rung no longer waits for a trial that ended before it. */
  private void noLongerAwaited(Trial trial) {
    Bracket bracket = d.brackets.get(trial.bracket());
    if (trial.valueAt(bracket.levelOf(trial)).isEmpty()) {
      RungUpdates.of(d.spec).ended(d, bracket);
    }
  }

  private void lose(Trial trial, TrialChange change, Fact.AttemptLost f) {
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
  private void leaveQueue(Trial trial, TrialChange change) {
    d.ready = d.ready.remove(new StudyState.Ready(trial.bracket(), trial.number()));
    d.budget = d.budget.reserve(-trial.promised());
    change.promised = 0;
  }

  private long stoppedAt(Trial trial) {
    return d.brackets.get(trial.bracket()).plan().rungs().get(trial.rung()).resource();
  }
}
