package io.flexhb.core.study.message;

/** Why an attempt ended on the worker's side. */
public enum EndReason {
  /** The trainer failed; counts against the trial's attempts. */
  FAILED,
  /** The machine was preempted; does not count. */
  PREEMPTED,
  /** The checkpoint could not be read: train from 0; does not count. */
  CHECKPOINT_LOST,
  /** The worker gives the attempt back; does not count. */
  RELEASED,
  /** The trainer ended by itself: its last value counts for the levels that it did not reach. */
  CONVERGED,
  /** The configuration cannot be trained: the trial fails and is not tried again. */
  INFEASIBLE
}
