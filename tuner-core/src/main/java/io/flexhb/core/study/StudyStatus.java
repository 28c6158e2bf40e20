package io.flexhb.core.study;

/** Where a study stands. */
public enum StudyStatus {
  ACTIVE,
  PAUSED,
  FINISHED,
  CANCELLED,
  DELETED;

  /** Whether no trial of the study may run any more. */
  public boolean isOver() {
    return this == FINISHED || this == CANCELLED || this == DELETED;
  }
}
