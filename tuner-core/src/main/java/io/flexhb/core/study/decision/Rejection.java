package io.flexhb.core.study.decision;

/**
 * Why an event changed nothing. Bad user data is a value, never an exception.
 *
 * @param message names the study's trial or slot, what was wrong and how to fix it
 */
public record Rejection(Kind kind, String message) {

  /** Kinds that are counted separately. */
  public enum Kind {
    /** Old attempt or incarnation. */
    ZOMBIE,
    /** About an attempt that was granted to another slot. */
    FOREIGN,
    /** A repetition: a level that has a value, an ask that was answered. */
    DUPLICATE,
    /** About something that does not exist. */
    UNKNOWN,
    /** Cannot be valid. */
    INVALID,
    /** Valid, but too late to matter. */
    LATE
  }
}
