package io.flexhb.core.study.message;

import io.flexhb.core.space.Configuration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * An instruction for a slot, or for the holder of a trial (docs/protocol.md). A repeated command
 * has the same id.
 */
public sealed interface Command {

  String id();

  UUID incarnation();

  /** Addressee; empty = the holder of the trial. */
  Optional<SlotId> to();

  /** Why, as text. */
  String reason();

  /** Calls the visitor's method for this kind of command. */
  <R> R accept(Visitor<R> visitor);

  /** One method for each kind of command. */
  interface Visitor<R> {
    R on(Grant command);

    R on(Ending command);

    R on(Discard command);

    R on(Wait command);

    R on(Release command);

    R on(Rejected command);
  }

  /** A command about an attempt of a trial. */
  sealed interface OfTrial extends Command {
    int trial();

    int attempt();
  }

  /** Ways to start or continue training. */
  enum GrantKind {
    /** A new trial. */
    START,
    /** One that was not stopped. */
    CONTINUE,
    /** One that was stopped. */
    REVIVE
  }

  /** Ways to end an attempt. */
  enum EndingKind {
    /** The trial may continue later. */
    PAUSE,
    STOP,
    COMPLETE
  }

  /**
   * Train up to a resource, report it, then wait for the next command.
   *
   * @param askSequence the ask it answers; empty when a live attempt continues
   * @param fromResource absolute resource from which training continues
   * @param untilResource resource of the boundary report
   * @param leaseMillis a worker that is silent for longer loses the attempt
   */
  record Grant(
      String id,
      UUID incarnation,
      GrantKind kind,
      SlotId slot,
      OptionalLong askSequence,
      int trial,
      int attempt,
      long fromResource,
      long untilResource,
      Configuration configuration,
      Optional<Checkpoint> checkpoint,
      long leaseMillis,
      String reason)
      implements OfTrial {
    @Override
    public Optional<SlotId> to() {
      return Optional.of(slot);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.on(this);
    }
  }

  /** End the attempt: the answer to a boundary report, or to a report of an ended attempt. */
  record Ending(
      String id,
      UUID incarnation,
      EndingKind kind,
      Optional<SlotId> to,
      int trial,
      int attempt,
      String reason)
      implements OfTrial {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.on(this);
    }
  }

  /** The trial can never be revived: its checkpoint may be deleted. */
  record Discard(
      String id,
      UUID incarnation,
      Optional<SlotId> to,
      int trial,
      int attempt,
      Optional<Checkpoint> checkpoint,
      String reason)
      implements OfTrial {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.on(this);
    }
  }

  /** No work at the moment: repeat the ask if no answer arrives for a while. */
  record Wait(
      String id, UUID incarnation, SlotId slot, long askSequence, long waitMillis, String reason)
      implements Command {
    @Override
    public Optional<SlotId> to() {
      return Optional.of(slot);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.on(this);
    }
  }

  /** No more work in this study: leave. */
  record Release(String id, UUID incarnation, SlotId slot, long askSequence, String reason)
      implements Command {
    @Override
    public Optional<SlotId> to() {
      return Optional.of(slot);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.on(this);
    }
  }

  /** A report could not be used; the reason is for the worker's log. */
  record Rejected(String id, UUID incarnation, SlotId slot, int trial, int attempt, String reason)
      implements OfTrial {
    @Override
    public Optional<SlotId> to() {
      return Optional.of(slot);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.on(this);
    }
  }
}
