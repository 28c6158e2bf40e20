package io.flexhb.core.study.message;

/** The state that a platform requests for a study. */
public enum RequestedState {
  /** Tune. */
  ACTIVE,
  /** Grant nothing new; running attempts continue to their boundary. */
  PAUSED,
  /** Never re-open the finished study: the checkpoints of its trials may be deleted. */
  CLOSED,
  /** Stop all trials, keep the results. */
  CANCELLED,
  /** Stop all trials; the driver erases the study afterwards. */
  DELETED
}
