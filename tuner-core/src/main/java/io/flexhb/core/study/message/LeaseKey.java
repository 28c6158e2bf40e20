package io.flexhb.core.study.message;

/**
 * What can be silent for too long. The shell keeps the clocks; the engine only hears that one ran
 * out.
 */
public sealed interface LeaseKey {

  /** Hands the key to the method that is there for its kind. */
  <R> R accept(Visitor<R> visitor);

  /** What there is to do for each kind of lease. */
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

  /** A slot that trains nothing: it is parked, or its attempt has ended and it has yet to ask. */
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
