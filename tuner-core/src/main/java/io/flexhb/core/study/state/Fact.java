package io.flexhb.core.study.state;

import io.flexhb.core.schedule.BracketPlan;
import io.flexhb.core.schedule.Correlation;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.message.Checkpoint;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.SlotId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * One change of a study's state. {@link Evolution} is the only place that turns facts into state:
 * live, on replay, in the simulator and in tests.
 */
public sealed interface Fact {

  /** Calls the visitor's method for this kind of fact. */
  void accept(Visitor visitor);

  /**
   * One method for each kind of fact. A new kind needs a method here, and thus an effect in {@link
   * Evolution} and an entry in {@code StateChanges}.
   */
  interface Visitor {
    void apply(StudyCreated fact);

    void apply(StudyAmended fact);

    void apply(StatusChanged fact);

    void apply(TrialsExhausted fact);

    void apply(BracketOpened fact);

    void apply(RungDecided fact);

    void apply(BracketClosed fact);

    void apply(TrialCreated fact);

    void apply(Granted fact);

    void apply(AttemptStarted fact);

    void apply(ValueRecorded fact);

    void apply(ObjectiveReported fact);

    void apply(ReportRejected fact);

    void apply(Advanced fact);

    void apply(CheckpointRecorded fact);

    void apply(Paused fact);

    void apply(Promoted fact);

    void apply(Stopped fact);

    void apply(Discarded fact);

    void apply(PausedDiscarded fact);

    void apply(StoppedEarly fact);

    void apply(Converged fact);

    void apply(Completed fact);

    void apply(Failed fact);

    void apply(AttemptLost fact);

    void apply(Parked fact);

    void apply(SlotForgotten fact);

    void apply(SuggestionRequested fact);

    void apply(SuggestionPrepared fact);

    void apply(SuggestionDropped fact);

    void apply(ConfigurationsEnqueued fact);

    void apply(MeasurementsImported fact);
  }

  /** A fact about one trial. */
  sealed interface OfTrial extends Fact {
    int trial();
  }

  /** A fact about one bracket. */
  sealed interface OfBracket extends Fact {
    int bracket();
  }

  /** A fact about one slot. */
  sealed interface OfSlot extends Fact {
    SlotId slot();
  }

  // The study

  record StudyCreated(long time, UUID incarnation, StudySpec spec) implements Fact {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  /** Limits or patience changed; nothing else of a study can change. */
  record StudyAmended(StudySpec spec) implements Fact {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  record StatusChanged(StudyStatus status, String reason) implements Fact {
    /** The reason of a status that the platform requested. */
    public static final String AS_REQUESTED = "as requested";

    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  /** No further trial will be created. */
  record TrialsExhausted(String reason) implements Fact {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  // Brackets

  /**
   * @param correlations the correlations on which the arrangement is based
   * @param loopSources source of each bracket of the loop, if a whole loop is decided at once;
   *     otherwise empty
   */
  record BracketOpened(
      int bracket,
      int place,
      int source,
      BracketPlan plan,
      List<Correlation> correlations,
      List<Integer> loopSources)
      implements OfBracket {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  /** The current rung is decided; its members leave it and the bracket moves to the next rung. */
  record RungDecided(int bracket, int rung, long level) implements OfBracket {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  record BracketClosed(int bracket, String reason) implements OfBracket {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  // Trials

  /**
   * @param request the prepared suggestion that it used, if any
   * @param enqueued whether it is the first enqueued configuration
   * @param promised cost of the first rung
   */
  record TrialCreated(
      int trial,
      Configuration configuration,
      String origin,
      int bracket,
      OptionalLong request,
      boolean enqueued,
      long promised)
      implements OfTrial, OfBracket {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  /** {@code command} is the grant: slot, attempt, from, until. */
  record Granted(int trial, Command.Grant command) implements OfTrial, OfSlot {
    @Override
    public SlotId slot() {
      return command.slot();
    }

    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  record AttemptStarted(int trial, int attempt, long time) implements OfTrial {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  /** Values at the levels a report reached or passed, none of which the trial had; ascending. */
  record ValueRecorded(int trial, int attempt, long time, List<LevelValue> levels)
      implements OfTrial {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  /**
   * A minimized value of a trial at a level or between two, if the study's strategy uses earlier
   * values.
   */
  record ObjectiveReported(int trial, int attempt, long time, long resource, double value)
      implements OfTrial {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  /** A report could not be used; the first of the attempt, told to its worker. */
  record ReportRejected(int trial, int attempt, long time, Command.Rejected command)
      implements OfTrial {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  /** The attempt is still between levels, and has advanced; recorded rarely. */
  record Advanced(int trial, int attempt, long time, long resource) implements OfTrial {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  /** Empty = the checkpoint is gone. */
  record CheckpointRecorded(int trial, Optional<Checkpoint> checkpoint) implements OfTrial {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  record Paused(int trial, Command.Ending command) implements OfTrial {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  /** Kept at a rung; joins rung {@code rung} of {@code bracket}. */
  record Promoted(int trial, int bracket, int rung, boolean revived, long promised, String reason)
      implements OfTrial, OfBracket {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  /** Not kept: into the pool of {@code level}. */
  record Stopped(int trial, long level, Command.Ending command) implements OfTrial {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  /** Stopped for good. {@code command} is absent when there is no live attempt to inform. */
  record Discarded(int trial, String reason, Optional<Command.Ending> command) implements OfTrial {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  /**
   * All paused trials are stopped for good, since the study is over: one fact, because they may be
   * most of a large study. No command: none of them has a live attempt, and their workers get
   * RELEASE.
   */
  record PausedDiscarded(String reason) implements Fact {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  /**
   * Stopped for good by a stopping rule, at a level between rungs. {@code refund}: granted units
   * that were not trained.
   */
  record StoppedEarly(int trial, long level, long refund, Command.Ending command)
      implements OfTrial {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  /**
   * The trainer ended by itself at {@code resource}; the trial is completed by the next fact.
   * {@code refund}: granted units that were not trained.
   */
  record Converged(int trial, int attempt, long resource, long refund) implements OfTrial {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  record Completed(int trial, Command.Ending command) implements OfTrial {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  /**
   * {@code level}: from which on it counts as failed for the models. {@code refund}: granted units
   * that were not trained. {@code blame}: of its last attempt.
   */
  record Failed(
      int trial,
      Blame blame,
      String reason,
      OptionalLong level,
      long refund,
      Optional<Command.Ending> command)
      implements OfTrial {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  /** How an ended attempt counts. */
  enum Blame {
    /** Against the trial: the trainer failed or fell silent. */
    FAILURE,
    /** The grant was never started. */
    UNSTARTED,
    /** Against neither. */
    NONE
  }

  /** The attempt ended before its boundary; the trial waits for another grant. */
  record AttemptLost(int trial, int attempt, Blame blame, long refund, long promised, String reason)
      implements OfTrial {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  // Slots

  record Parked(Slot parked) implements OfSlot {
    @Override
    public SlotId slot() {
      return parked.id();
    }

    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  record SlotForgotten(SlotId slot) implements OfSlot {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  // Suggestions

  record SuggestionRequested(long request, long time) implements Fact {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  record SuggestionPrepared(Suggestions.Prepared prepared) implements Fact {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  record SuggestionDropped(long request, String reason) implements Fact {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  record ConfigurationsEnqueued(List<Configuration> configurations) implements Fact {
    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }

  /** Accepted rows of one import, in order. */
  record MeasurementsImported(String importId, List<ImportedRow> rows) implements Fact {
    public MeasurementsImported {
      rows = List.copyOf(rows);
    }

    @Override
    public void accept(Visitor visitor) {
      visitor.apply(this);
    }
  }
}
