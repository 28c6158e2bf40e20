package io.flexhb.core.study;

import io.flexhb.core.space.Configuration;
import java.util.Optional;
import java.util.UUID;

/**
 * What a slot, or whoever holds a trial, shall do. The same command sent again has the same id.
 *
 * @param to addressee; empty = whoever holds the trial
 * @param askSequence the ask it answers, -1 when none
 * @param trial -1 in WAIT and RELEASE
 * @param fromResource grants: absolute resource at which training goes on
 * @param untilResource grants: resource of the boundary report
 */
public record Command(
    String id,
    UUID incarnation,
    Kind kind,
    Optional<SlotId> to,
    long askSequence,
    int trial,
    int attempt,
    long fromResource,
    long untilResource,
    Optional<Configuration> configuration,
    Optional<Checkpoint> checkpoint,
    long waitMillis,
    long leaseMillis,
    String reason) {

  /** Kinds of command, see docs/protocol.md. */
  public enum Kind {
    START,
    CONTINUE,
    REVIVE,
    PAUSE,
    STOP,
    COMPLETE,
    WAIT,
    RELEASE,
    DISCARD_CHECKPOINT;

    /** Whether it tells a worker to train: START, CONTINUE or REVIVE. */
    public boolean isGrant() {
      return this == START || this == CONTINUE || this == REVIVE;
    }
  }
}
