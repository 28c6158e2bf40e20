package io.flexhb.core.study;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which parts of a study a decision may have changed: what its facts name, and what hangs on that.
 * Anything else is the same before and after.
 *
 * @param trials by number
 * @param brackets by number
 * @param requests suggestion requests
 * @param enqueued configurations added to the queue
 * @param dequeued configurations taken from the queue
 * @param spec whether the definition changed
 */
public record Touched(
    SortedSet<Integer> trials,
    SortedSet<Integer> brackets,
    SortedSet<SlotId> slots,
    SortedSet<Long> requests,
    int enqueued,
    int dequeued,
    boolean spec) {

  /** What the decision that led from one state to the other touched. */
  public static Touched by(Decision decision, Optional<StudyState> before, StudyState after) {
    Collector collector = new Collector();
    for (Fact fact : decision.facts()) {
      collector.collect(fact);
      if (fact instanceof Fact.PausedDiscarded) {
        before.ifPresent(collector::paused);
      }
    }
    for (int number : collector.trials) {
      collector.hangingOn(after.trials().get(number));
      before.flatMap(state -> state.trial(number)).ifPresent(collector::hangingOn);
    }
    return collector.done();
  }

  private static final class Collector {
    private final SortedSet<Integer> trials = new TreeSet<>();
    private final SortedSet<Integer> brackets = new TreeSet<>();
    private final SortedSet<SlotId> slots = new TreeSet<>();
    private final SortedSet<Long> requests = new TreeSet<>();
    private int enqueued;
    private int dequeued;
    private boolean spec;

    void collect(Fact fact) {
      if (fact instanceof Fact.OfTrial about) {
        trials.add(about.trial());
      }
      if (fact instanceof Fact.OfBracket about) {
        brackets.add(about.bracket());
      }
      if (fact instanceof Fact.OfSlot about) {
        slots.add(about.slot());
      }
      if (fact instanceof Fact.TrialCreated created) {
        created.request().ifPresent(requests::add);
        dequeued += created.enqueued() ? 1 : 0;
      } else if (fact instanceof Fact.SuggestionRequested requested) {
        requests.add(requested.request());
      } else if (fact instanceof Fact.SuggestionPrepared prepared) {
        requests.add(prepared.prepared().request());
      } else if (fact instanceof Fact.SuggestionDropped dropped) {
        requests.add(dropped.request());
      } else if (fact instanceof Fact.ConfigurationsEnqueued added) {
        List<?> configurations = added.configurations();
        enqueued += configurations.size();
      } else if (fact instanceof Fact.StudyCreated || fact instanceof Fact.StudyAmended) {
        spec = true;
      }
    }

    /** Those that the decision paused itself are about a trial of their own. */
    void paused(StudyState before) {
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

    Touched done() {
      return new Touched(trials, brackets, slots, requests, enqueued, dequeued, spec);
    }
  }
}
