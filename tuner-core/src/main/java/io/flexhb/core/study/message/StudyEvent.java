package io.flexhb.core.study.message;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.spec.StudySpec;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;

/**
 * Everything that can happen to a study. {@code time} is tuner time in milliseconds, the only clock
 * the engine knows.
 */
public sealed interface StudyEvent {

  long time();

  /** Calls the visitor's method for this kind of event. */
  <R> R accept(Visitor<R> visitor);

  /** One method for each kind of event. */
  interface Visitor<R> {

    R on(Applied event);

    R on(WorkAsked event);

    R on(AttemptEvent event);

    R on(LeaseExpired event);

    R on(SuggestionArrived event);

    R on(Enqueued event);

    R on(Imported event);
  }

  /** One method for each kind of attempt event. */
  interface SaidVisitor<R> {

    R said(AttemptStarted event);

    R said(Reported event);

    R said(Heartbeat event);

    R said(CheckpointSaved event);

    R said(AttemptEnded event);
  }

  /** The platform created the study or changed its request. */
  record Applied(long time, UUID incarnation, RequestedState requested, StudySpec spec)
      implements StudyEvent {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.on(this);
    }
  }

  /**
   * A slot asks for work; it trains nothing now. {@code last}: how its last attempt ended, if the
   * slot ended it itself.
   */
  record WorkAsked(
      long time,
      Optional<UUID> incarnation,
      SlotId slot,
      long askSequence,
      List<SuspendedTrial> holding,
      Optional<LastAttempt> last)
      implements StudyEvent {
    public WorkAsked {
      holding = List.copyOf(holding);
    }

    /** An ask without an account of a previous attempt. */
    public WorkAsked(
        long time,
        Optional<UUID> incarnation,
        SlotId slot,
        long askSequence,
        List<SuspendedTrial> holding) {
      this(time, incarnation, slot, askSequence, holding, Optional.empty());
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.on(this);
    }
  }

  /**
   * An event that a live worker sends about an attempt. {@code commandSeen} is empty when it has
   * seen none.
   */
  sealed interface AttemptEvent extends StudyEvent {
    AttemptRef attempt();

    SlotId slot();

    String commandSeen();

    @Override
    default <R> R accept(Visitor<R> visitor) {
      return visitor.on(this);
    }

    /** Calls the visitor's method for this kind of attempt event. */
    <R> R accept(SaidVisitor<R> visitor);
  }

  record AttemptStarted(long time, AttemptRef attempt, SlotId slot, String commandSeen)
      implements AttemptEvent {
    @Override
    public <R> R accept(SaidVisitor<R> visitor) {
      return visitor.said(this);
    }
  }

  /** Values at an absolute resource; the checkpoint of that resource inline at a boundary. */
  record Reported(
      long time,
      AttemptRef attempt,
      SlotId slot,
      String commandSeen,
      long resource,
      Metric metric,
      Optional<Checkpoint> checkpoint)
      implements AttemptEvent {
    @Override
    public <R> R accept(SaidVisitor<R> visitor) {
      return visitor.said(this);
    }
  }

  record Heartbeat(long time, AttemptRef attempt, SlotId slot, String commandSeen)
      implements AttemptEvent {
    @Override
    public <R> R accept(SaidVisitor<R> visitor) {
      return visitor.said(this);
    }
  }

  record CheckpointSaved(
      long time, AttemptRef attempt, SlotId slot, String commandSeen, Checkpoint checkpoint)
      implements AttemptEvent {
    @Override
    public <R> R accept(SaidVisitor<R> visitor) {
      return visitor.said(this);
    }
  }

  /**
   * The attempt ended on the worker's side. {@code last}: its last report, if the worker repeats
   * it.
   */
  record AttemptEnded(
      long time,
      AttemptRef attempt,
      SlotId slot,
      String commandSeen,
      EndReason reason,
      String message,
      Optional<LastReport> last)
      implements AttemptEvent {
    /** An end that does not repeat the last report. */
    public AttemptEnded(
        long time,
        AttemptRef attempt,
        SlotId slot,
        String commandSeen,
        EndReason reason,
        String message) {
      this(time, attempt, slot, commandSeen, reason, message, Optional.empty());
    }

    @Override
    public <R> R accept(SaidVisitor<R> visitor) {
      return visitor.said(this);
    }
  }

  /** A lease expired, and no sign of life was queued before the check. */
  record LeaseExpired(long time, LeaseKey lease) implements StudyEvent {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.on(this);
    }
  }

  /** The sampler pool answers a pending request; best candidate first, none = space exhausted. */
  record SuggestionArrived(
      long time,
      UUID incarnation,
      long request,
      List<Configuration> candidates,
      long snapshotVersion,
      SortedMap<String, String> explanation)
      implements StudyEvent {
    public SuggestionArrived {
      candidates = List.copyOf(candidates);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.on(this);
    }
  }

  /**
   * A user's own configurations, to be tried first.
   *
   * @param fill whether missing parameters are drawn; otherwise an incomplete configuration is
   *     rejected
   */
  record Enqueued(
      long time,
      Optional<UUID> incarnation,
      List<Configuration> configurations,
      int replicate,
      boolean fill)
      implements StudyEvent {
    public Enqueued {
      configurations = List.copyOf(configurations);
    }

    /** Complete configurations. */
    public Enqueued(
        long time, Optional<UUID> incarnation, List<Configuration> configurations, int replicate) {
      this(time, incarnation, configurations, replicate, false);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.on(this);
    }
  }

  /**
   * One batch of earlier results.
   *
   * @param importId identifies a row, together with its number
   */
  record Imported(long time, Optional<UUID> incarnation, String importId, List<ImportRow> rows)
      implements StudyEvent {
    public Imported {
      rows = List.copyOf(rows);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.on(this);
    }
  }
}
