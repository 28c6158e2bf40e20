package io.flexhb.service.metrics;

import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.core.study.StateChanges;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a study's meters need of all its trials together, kept up with each decision, so that a
 * scrape looks at no trial. Immutable.
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

  /** Of a study as it is. Looks at every trial. */
  static StudyTotals of(StudyState state) {
    Change change = new Change(state);
    state.trials().forEach(trial -> change.count(trial, 1));
    return change.done();
  }

  /** After a decision that touched some trials. */
  StudyTotals after(Optional<StudyState> before, StudyState after, StateChanges touched) {
    Change change = new Change(after, this);
    for (int number : touched.trials()) {
      before.flatMap(state -> state.trial(number)).ifPresent(trial -> change.count(trial, -1));
      change.count(after.trials().get(number), 1);
    }
    return change.done();
  }

  private static final class Change {
    private final StudyState state;
    private final long most;
    private final int[] trials;
    private long trained;
    private long saved;
    private double firstBracketBest = Double.NaN;

    Change(StudyState state) {
      this.state = state;
      this.most = state.spec().ladder().maxResource();
      this.trials = new int[TrialStatus.values().length];
    }

    Change(StudyState state, StudyTotals base) {
      this.state = state;
      this.most = state.spec().ladder().maxResource();
      this.trials = base.trials.clone();
      this.trained = base.trained;
      this.saved = base.saved;
      this.firstBracketBest = base.firstBracketBest;
    }

    void count(Trial trial, int sign) {
      trials[trial.status().ordinal()] += sign;
      trained += sign * trial.resource();
      switch (trial.status()) {
        case STOPPED, DISCARDED -> saved += sign * (most - trial.resource());
        case COMPLETED -> completed(trial);
        case PENDING, RUNNING, PAUSED, FAILED -> {
          // Trained on, or of no use: nothing is saved.
        }
      }
    }

    /** A trial that is complete stays so, and in its bracket. */
    private void completed(Trial trial) {
      OptionalDouble value = trial.valueAt(most);
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

  /** What training the stopped trials to the end would have cost more. */
  double saved() {
    return step.amount(saved);
  }

  /** Best value of a completed trial of the first bracket, minimised; NaN when there is none. */
  double firstBracketBest() {
    return firstBracketBest;
  }

  /** Resource granted, less what was given back. */
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

  /** Slots that do neither, as far as the tuner knows: they were paused, and have not asked yet. */
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

  /** Configurations of users that wait for their turn. */
  int enqueued() {
    return enqueued;
  }
}
