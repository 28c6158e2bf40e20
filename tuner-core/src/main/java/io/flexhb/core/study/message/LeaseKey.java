package io.flexhb.core.study.message;

/**
 * What can be silent for too long. The driver keeps the clocks; the engine only gets an event when
 * a lease expires.
 */
public sealed interface LeaseKey {

  /** Calls the visitor's method for this kind of lease. */
  <R> R accept(Visitor<R> visitor);

  /** One method for each kind of lease. */
  interface Visitor<R> {

    R on(OfAttempt key);

    R on(OfSlot key);

    R on(OfSuggestion key);

    R on(OfStudy key);
  }

  /** A granted attempt. */
  record OfAttempt(int trial, int attempt) implements LeaseKey {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.on(this);
    }
  }

  /**
   * A slot that trains nothing: it is parked, or its attempt has ended and it has not asked yet.
   */
  record OfSlot(SlotId slot) implements LeaseKey {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.on(this);
    }
  }

  /** A pending suggestion request. */
  record OfSuggestion(long request) implements LeaseKey {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.on(this);
    }
  }

  /** The study's own deadline. */
  record OfStudy() implements LeaseKey {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.on(this);
    }
  }
}
