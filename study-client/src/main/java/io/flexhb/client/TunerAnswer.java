package io.flexhb.client;

import io.flexhb.avro.JournalEntry;

/** What became of a record that was sent. */
public sealed interface TunerAnswer {
  /** A decision was made on it. */
  record Decided(JournalEntry entry) implements TunerAnswer {}

  /** The study and all its records are gone. */
  record Erased() implements TunerAnswer {}

  /** It could not be used. */
  record Refused(String reason) implements TunerAnswer {}

  /** No tuner has said anything in time. */
  record Unanswered() implements TunerAnswer {}
}
