package io.flexhb.service.stream;

/**
 * What a record leads to, ready to be done: all of it is encoded, so what could be wrong with the
 * record has shown before anything is changed.
 */
@FunctionalInterface
interface Outcome {

  /** The record leads to nothing. */
  Outcome NONE = () -> {};

  /** Puts, then forwards, then what follows in the heap. */
  void commit();
}
