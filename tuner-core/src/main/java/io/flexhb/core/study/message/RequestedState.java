package io.flexhb.core.study.message;

/** What a platform wants of a study. */
public enum RequestedState {
  /** Tune. */
  ACTIVE,
  /** Grant nothing new; running attempts go on to their boundary. */
  PAUSED,
  /** Never re-open the study, which is finished: checkpoints that its trials need may go. */
  CLOSED,
  /** Stop all trials, keep the results. */
  CANCELLED,
  /** Stop all trials; the shell erases the study afterwards. */
  DELETED
}
