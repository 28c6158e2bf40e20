package io.flexhb.core.study;

/**
 * What can be silent for too long. The shell keeps the clocks; the engine only hears that one ran
 * out.
 */
public sealed interface LeaseKey {

  /** A granted attempt. */
  record OfAttempt(int trial, int attempt) implements LeaseKey {}

  /** A slot that trains nothing: it is parked, or its attempt has ended and it has yet to ask. */
  record OfSlot(SlotId slot) implements LeaseKey {}

  /** A pending suggestion request. */
  record OfSuggestion(long request) implements LeaseKey {}

  /** The study's own deadline. */
  record OfStudy() implements LeaseKey {}
}
