package io.flexhb.core.study.state;

import io.flexhb.core.spec.StudySpec;
import io.vavr.collection.HashMap;
import io.vavr.collection.TreeSet;
import io.vavr.collection.Vector;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Everything that decisions depend on, immutable: a snapshot may be read on any thread. Collections
 * share structure between versions, so that a change costs the same with a hundred trials and with
 * a hundred thousand.
 *
 * @param sequence number of the newest decision that changed the study
 * @param trials by number
 * @param brackets by number, closed ones included
 * @param open numbers of the open brackets
 * @param rungs asynchronous rungs
 * @param means running means of completed trials, for the median stopping rule
 * @param ready trials that wait for a worker, by bracket, then trial
 * @param measured the measurements at the rung levels
 * @param configurations canonical configuration to the number of trials that have it or are
 *     enqueued with it
 * @param best best completed trial
 * @param exhausted why no further trial will be created
 * @param loopSources arrangement of the current loop, if a whole loop is decided at once
 * @param weightHorizon number of trials when a bracket last closed: methods that learn from
 *     finished brackets only use those before it
 * @param failing the trials that failed in a row so far
 * @param reopened how often it was re-opened
 * @param imports earlier results
 */
public record StudyState(
    StudySpec spec,
    UUID incarnation,
    StudyStatus status,
    String statusReason,
    long createdAt,
    long sequence,
    Vector<Trial> trials,
    Vector<Bracket> brackets,
    TreeSet<Integer> open,
    Pools pools,
    AsynchronousRungs rungs,
    RunningMeans means,
    TreeSet<Ready> ready,
    SlotTable slotTable,
    Suggestions suggestions,
    Budget budget,
    MeasuredTrials measured,
    HashMap<String, Integer> configurations,
    Optional<Best> best,
    Optional<String> exhausted,
    List<Integer> loopSources,
    int weightHorizon,
    FailureStreak failing,
    int reopened,
    Imports imports) {

  /** A trial that waits for a worker. Ordered by bracket, then trial. */
  public record Ready(int bracket, int trial) implements Comparable<Ready> {
    @Override
    public int compareTo(Ready other) {
      int byBracket = Integer.compare(bracket, other.bracket);
      return byBracket != 0 ? byBracket : Integer.compare(trial, other.trial);
    }
  }

  /** A completed trial and its minimised value at the largest resource. */
  public record Best(int trial, double value) implements Comparable<Best> {
    @Override
    public int compareTo(Best other) {
      int byValue = Double.compare(value, other.value);
      return byValue != 0 ? byValue : Integer.compare(trial, other.trial);
    }
  }

  static StudyState created(Fact.StudyCreated fact) {
    return new StudyState(
        fact.spec(),
        fact.incarnation(),
        StudyStatus.ACTIVE,
        "",
        fact.time(),
        0,
        Vector.empty(),
        Vector.empty(),
        TreeSet.empty(),
        Pools.none(fact.spec().method()),
        AsynchronousRungs.EMPTY,
        RunningMeans.NONE,
        TreeSet.empty(),
        SlotTable.EMPTY,
        Suggestions.NONE,
        Budget.NONE,
        MeasuredTrials.none(fact.spec().ladder().rungLevels()),
        HashMap.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        0,
        FailureStreak.NONE,
        0,
        Imports.NONE);
  }

  /** The trial with this number; empty when there is none, for any number. */
  public Optional<Trial> trial(int number) {
    return number >= 0 && number < trials.size()
        ? Optional.of(trials.get(number))
        : Optional.empty();
  }

  /** Whether the slot's granted attempt is live. */
  public boolean trains(Slot slot) {
    return trial(slot.trial())
        .filter(trial -> trial.isLive() && trial.attempt() == slot.attempt())
        .isPresent();
  }

  /** Whether a trial or an enqueued configuration has this canonical configuration. */
  public boolean exists(String canonicalConfiguration) {
    return configurations.containsKey(canonicalConfiguration);
  }

  /**
   * Whether a model need not suggest a configuration: a trial has it, or its value at the largest
   * resource was imported.
   */
  public boolean isKnown(String canonicalConfiguration) {
    return exists(canonicalConfiguration)
        || imports.measured(canonicalConfiguration, spec.ladder().maxResource());
  }

  /** Numbers of values that a model has now. */
  public Suggestions.Data data() {
    return Suggestions.Data.of(measured, spec.ladder().maxResource());
  }

  /** Resource units that may still be promised; the largest long when the study has no budget. */
  public long remainingBudget() {
    return budget.remaining(spec.limits());
  }

  /** The part of the state that a store keeps in addition to trials, brackets and slots. */
  public StudyHeader header() {
    return Restoration.header(this);
  }

  /**
   * Assembles a state from its parts.
   *
   * @param trials all, by number
   * @param brackets all, by number
   * @param slots all, in any order
   * @throws IllegalStateException when a trial or bracket is missing
   */
  public static StudyState assemble(
      StudyHeader header, List<Trial> trials, List<Bracket> brackets, List<Slot> slots) {
    return Restoration.assemble(header, trials, brackets, slots);
  }

  Draft draft() {
    return new Draft(this);
  }

  /**
   * A mutable draft of a state: only {@link Evolution} changes it. {@link #done} may be called more
   * than once, with further changes in between.
   */
  static final class Draft {
    private final StudyState base;
    StudySpec spec;
    StudyStatus status;
    String statusReason;
    long sequence;
    final VectorDraft<Trial> trials;
    final VectorDraft<Bracket> brackets;
    TreeSet<Integer> open;
    Pools pools;
    AsynchronousRungs rungs;
    RunningMeans means;
    TreeSet<Ready> ready;
    SlotTable slotTable;
    Suggestions suggestions;
    Budget budget;
    MeasuredTrials measured;
    HashMap<String, Integer> configurations;
    Optional<Best> best;
    Optional<String> exhausted;
    List<Integer> loopSources;
    int weightHorizon;
    FailureStreak failing;
    int reopened;
    Imports imports;

    private Draft(StudyState s) {
      base = s;
      spec = s.spec;
      status = s.status;
      statusReason = s.statusReason;
      sequence = s.sequence;
      trials = new VectorDraft<>(s.trials);
      brackets = new VectorDraft<>(s.brackets);
      open = s.open;
      pools = s.pools;
      rungs = s.rungs;
      means = s.means;
      ready = s.ready;
      slotTable = s.slotTable;
      suggestions = s.suggestions;
      budget = s.budget;
      measured = s.measured;
      configurations = s.configurations;
      best = s.best;
      exhausted = s.exhausted;
      loopSources = s.loopSources;
      weightHorizon = s.weightHorizon;
      failing = s.failing;
      reopened = s.reopened;
      imports = s.imports;
    }

    StudyState done() {
      return new StudyState(
          spec,
          base.incarnation,
          status,
          statusReason,
          base.createdAt,
          sequence,
          trials.done(),
          brackets.done(),
          open,
          pools,
          rungs,
          means,
          ready,
          slotTable,
          suggestions,
          budget,
          measured,
          configurations,
          best,
          exhausted,
          loopSources,
          weightHorizon,
          failing,
          reopened,
          imports);
    }
  }
}
