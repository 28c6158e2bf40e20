package io.flexhb.core.study.state;

import java.util.EnumSet;
import java.util.Set;

/** The status of a trial, with the allowed transitions. */
public enum TrialStatus {
  /** Waits for a worker: new, promoted, revived, or to be retried. */
  PENDING,
  /** An attempt is granted. */
  RUNNING,
  /** Has its value at the rung; the rung is not decided yet. */
  PAUSED,
  /** Not kept at a rung: in the pool of that level, may be revived. */
  STOPPED,
  /** Stopped for good: dropped from its pool, or the study ended. */
  DISCARDED,
  /** Trained to the largest resource. */
  COMPLETED,
  /** Never ranked, pooled or revived again. */
  FAILED;

  /** States that may follow this one. */
  public Set<TrialStatus> successors() {
    return switch (this) {
      case PENDING -> EnumSet.of(RUNNING, PAUSED, DISCARDED, COMPLETED, FAILED);
      case RUNNING -> EnumSet.of(PENDING, PAUSED, STOPPED, DISCARDED, COMPLETED, FAILED);
      case PAUSED -> EnumSet.of(PENDING, STOPPED, DISCARDED, COMPLETED);
      case STOPPED -> EnumSet.of(PENDING, PAUSED, DISCARDED);
      case DISCARDED, COMPLETED, FAILED -> EnumSet.noneOf(TrialStatus.class);
    };
  }

  /** Whether no state may follow it. */
  public boolean isFinal() {
    return successors().isEmpty();
  }
}
