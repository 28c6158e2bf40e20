package io.flexhb.core.study.state;

/** The status of a study. */
public enum StudyStatus {
  ACTIVE,
  PAUSED,
  /** Ended by a limit: nothing is granted, everything is kept, and a larger limit re-opens it. */
  FINISHED,
  /** Finished, and never to be re-opened. */
  CLOSED,
  CANCELLED,
  DELETED;

  /** Whether no trial of the study may run now. */
  public boolean isOver() {
    return this == FINISHED || isFinal();
  }

  /** Whether no trial of the study may ever run again. */
  public boolean isFinal() {
    return this == CLOSED || this == CANCELLED || this == DELETED;
  }
}
