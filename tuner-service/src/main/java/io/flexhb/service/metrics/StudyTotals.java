package io.flexhb.service.metrics;

import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.core.study.StateChanges;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Totals over a study's trials for its meters, updated with each decision so that a scrape need not
 * visit the trials. Immutable.
 */
final class StudyTotals {

  private final int[] trials;
  private final long trained;
  private final long saved;
  private final double firstBracketBest;
  private final int slots;
  private final int parked;
  private final long granted;
  private final ResourceStep step;
  private final int pending;
  private final int prepared;
  private final int enqueued;

  private StudyTotals(
      StudyState state, int[] trials, long trained, long saved, double firstBracketBest) {
    this.trials = trials;
    this.trained = trained;
    this.saved = saved;
    this.firstBracketBest = firstBracketBest;
    this.slots = state.slotTable().slots().size();
    this.parked = state.slotTable().parked().size();
    this.step = state.spec().step();
    this.granted = state.budget().spent();
    this.pending = state.suggestions().pending().size();
    this.prepared = state.suggestions().prepared().size();
    this.enqueued = state.suggestions().enqueued().size();
  }

  /** The totals of a study. Visits every trial. */
  static StudyTotals of(StudyState state) {
    Change change = new Change(state);
    state.trials().forEach(trial -> change.count(trial, 1));
    return change.done();
  }

  /** The totals after a decision that changed some trials. */
  StudyTotals after(Optional<StudyState> before, StudyState after, StateChanges changes) {
    Change change = new Change(after, this);
    for (int number : changes.trials()) {
      before.flatMap(state -> state.trial(number)).ifPresent(trial -> change.count(trial, -1));
      change.count(after.trials().get(number), 1);
    }
    return change.done();
  }

  private static final class Change {
    private final StudyState state;
    private final long maxResource;
    private final int[] trials;
    private long trained;
    private long saved;
    private double firstBracketBest = Double.NaN;

    Change(StudyState state) {
      this.state = state;
      this.maxResource = state.spec().ladder().maxResource();
      this.trials = new int[TrialStatus.values().length];
    }

    Change(StudyState state, StudyTotals base) {
      this.state = state;
      this.maxResource = state.spec().ladder().maxResource();
      this.trials = base.trials.clone();
      this.trained = base.trained;
      this.saved = base.saved;
      this.firstBracketBest = base.firstBracketBest;
    }

    void count(Trial trial, int sign) {
      trials[trial.status().ordinal()] += sign;
      trained += sign * trial.resource();
      switch (trial.status()) {
        case STOPPED, DISCARDED -> saved += sign * (maxResource - trial.resource());
        case COMPLETED -> completed(trial);
        case PENDING, RUNNING, PAUSED, FAILED -> {
          // Still training, or without a result: nothing is saved.
        }
      }
    }

    /** A completed trial stays completed, and stays in its bracket. */
    private void completed(Trial trial) {
      OptionalDouble value = trial.valueAt(maxResource);
      if (trial.bracket() == 0 && value.isPresent() && !(firstBracketBest <= value.getAsDouble())) {
        firstBracketBest = value.getAsDouble();
      }
    }

    StudyTotals done() {
      return new StudyTotals(state, trials, trained, saved, firstBracketBest);
    }
  }

  int trials(TrialStatus status) {
    return trials[status.ordinal()];
  }

  /** Resource up to which trials have values, summed. */
  double trained() {
    return step.amount(trained);
  }

  /** Further resource that training the stopped trials to the end would have cost. */
  double saved() {
    return step.amount(saved);
  }

  /**
   * Best value of a completed trial of the first bracket, in minimized form; NaN when there is
   * none.
   */
  double firstBracketBest() {
    return firstBracketBest;
  }

  /** Resource granted minus resource returned. */
  double granted() {
    return step.amount(granted);
  }

  /** Slots that train: each running trial has one. */
  int busy() {
    return trials(TrialStatus.RUNNING);
  }

  /** Slots that wait for an answer to their ask. */
  int parked() {
    return parked;
  }

  /**
   * Slots that do neither, as far as the tuner knows: they were paused and have not asked again
   * yet.
   */
  int idle() {
    return Math.max(0, slots - parked - busy());
  }

  /** Requests the sampler pool works on. */
  int pending() {
    return pending;
  }

  /** Suggestions ready for use. */
  int prepared() {
    return prepared;
  }

  /** Configurations enqueued by users that wait for their turn. */
  int enqueued() {
    return enqueued;
  }
}
