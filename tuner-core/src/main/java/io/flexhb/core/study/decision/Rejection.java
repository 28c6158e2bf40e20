package io.flexhb.core.study.decision;

/**
 * Why an event changed nothing. Bad user data is a value, never an exception.
 *
 * @param message names the study's trial or slot, what was wrong and how to mend it
 */
public record Rejection(Kind kind, String message) {

  /** Kinds that are counted apart. */
  public enum Kind {
    /** Old attempt or incarnation. */
    ZOMBIE,
    /** About an attempt that was granted to another slot. */
    FOREIGN,
    /** Said before: a level that has a value, an ask that was answered. */
    DUPLICATE,
    /** About something that does not exist. */
    UNKNOWN,
    /** Cannot be right as it is. */
    INVALID,
    /** True, but too late to matter. */
    LATE
  }
}
