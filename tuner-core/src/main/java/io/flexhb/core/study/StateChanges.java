package io.flexhb.core.study;

import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The parts of a study that a decision may have changed: those that its facts name, and those that
 * depend on them. Everything else is unchanged.
 *
 * @param trials by number
 * @param brackets by number
 * @param requests suggestion requests
 * @param enqueued configurations added to the queue
 * @param dequeued configurations taken from the queue
 * @param spec whether the definition changed
 * @param imported numbers of imported configurations
 * @param imports ids of imports
 */
public record StateChanges(
    SortedSet<Integer> trials,
    SortedSet<Integer> brackets,
    SortedSet<SlotId> slots,
    SortedSet<Long> requests,
    int enqueued,
    int dequeued,
    boolean spec,
    SortedSet<Integer> imported,
    SortedSet<String> imports) {

  /** The changes of the decision that led from one state to the other. */
  public static StateChanges by(Decision decision, Optional<StudyState> before, StudyState after) {
    Collector collector = new Collector(before);
    decision.facts().forEach(fact -> fact.accept(collector));
    for (int number : collector.trials) {
      collector.hangingOn(after.trials().get(number));
      before.flatMap(state -> state.trial(number)).ifPresent(collector::hangingOn);
    }
    return collector.done();
  }

  private static final class Collector implements Fact.Visitor {
    private final SortedSet<Integer> trials = new TreeSet<>();
    private final SortedSet<Integer> brackets = new TreeSet<>();
    private final SortedSet<SlotId> slots = new TreeSet<>();
    private final SortedSet<Long> requests = new TreeSet<>();
    private final SortedSet<Integer> imported = new TreeSet<>();
    private final SortedSet<String> imports = new TreeSet<>();
    private final Optional<StudyState> before;
    private int enqueued;
    private int dequeued;
    private boolean spec;

    Collector(Optional<StudyState> before) {
      this.before = before;
    }

    @Override
    public void apply(Fact.StudyCreated f) {
      spec = true;
    }

    @Override
    public void apply(Fact.StudyAmended f) {
      spec = true;
    }

    @Override
    public void apply(Fact.StatusChanged f) {
      // Of the study itself, which is written with each decision.
    }

    @Override
    public void apply(Fact.TrialsExhausted f) {
      // Of the study itself, which is written with each decision.
    }

    @Override
    public void apply(Fact.BracketOpened f) {
      brackets.add(f.bracket());
    }

    @Override
    public void apply(Fact.RungDecided f) {
      brackets.add(f.bracket());
    }

    @Override
    public void apply(Fact.BracketClosed f) {
      brackets.add(f.bracket());
    }

    @Override
    public void apply(Fact.TrialCreated f) {
      trials.add(f.trial());
      brackets.add(f.bracket());
      f.request().ifPresent(requests::add);
      dequeued += f.enqueued() ? 1 : 0;
    }

    @Override
    public void apply(Fact.Granted f) {
      trials.add(f.trial());
      slots.add(f.slot());
    }

    @Override
    public void apply(Fact.AttemptStarted f) {
      trials.add(f.trial());
    }

    @Override
    public void apply(Fact.ValueRecorded f) {
      trials.add(f.trial());
    }

    @Override
    public void apply(Fact.ReportRejected f) {
      trials.add(f.trial());
    }

    @Override
    public void apply(Fact.ObjectiveReported f) {
      trials.add(f.trial());
    }

    @Override
    public void apply(Fact.Advanced f) {
      trials.add(f.trial());
    }

    @Override
    public void apply(Fact.CheckpointRecorded f) {
      trials.add(f.trial());
    }

    @Override
    public void apply(Fact.Paused f) {
      trials.add(f.trial());
    }

    @Override
    public void apply(Fact.Promoted f) {
      trials.add(f.trial());
      brackets.add(f.bracket());
    }

    @Override
    public void apply(Fact.Stopped f) {
      trials.add(f.trial());
    }

    @Override
    public void apply(Fact.Discarded f) {
      trials.add(f.trial());
    }

    @Override
    public void apply(Fact.PausedDiscarded f) {
      before.ifPresent(this::paused);
    }

    @Override
    public void apply(Fact.StoppedEarly f) {
      trials.add(f.trial());
    }

    @Override
    public void apply(Fact.Converged f) {
      trials.add(f.trial());
    }

    @Override
    public void apply(Fact.Completed f) {
      trials.add(f.trial());
    }

    @Override
    public void apply(Fact.Failed f) {
      trials.add(f.trial());
    }

    @Override
    public void apply(Fact.AttemptLost f) {
      trials.add(f.trial());
    }

    @Override
    public void apply(Fact.Parked f) {
      slots.add(f.slot());
    }

    @Override
    public void apply(Fact.SlotForgotten f) {
      slots.add(f.slot());
    }

    @Override
    public void apply(Fact.SuggestionRequested f) {
      requests.add(f.request());
    }

    @Override
    public void apply(Fact.SuggestionPrepared f) {
      requests.add(f.prepared().request());
    }

    @Override
    public void apply(Fact.SuggestionDropped f) {
      requests.add(f.request());
    }

    @Override
    public void apply(Fact.ConfigurationsEnqueued f) {
      enqueued += f.configurations().size();
    }

    @Override
    public void apply(Fact.MeasurementsImported f) {
      imports.add(f.importId());
      f.rows().forEach(row -> imported.add(row.number()));
    }

    /** Trials paused before; those that this decision paused have facts of their own. */
    private void paused(StudyState before) {
      for (Trial trial : before.trials()) {
        if (trial.status() == TrialStatus.PAUSED) {
          trials.add(trial.number());
        }
      }
    }

    /** A value or a failure counts in the trial's bracket; an attempt occupies a slot. */
    void hangingOn(Trial trial) {
      brackets.add(trial.bracket());
      trial.slot().ifPresent(slots::add);
    }

    StateChanges done() {
      return new StateChanges(
          trials, brackets, slots, requests, enqueued, dequeued, spec, imported, imports);
    }
  }
}
