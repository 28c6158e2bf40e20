package io.flexhb.client;

import io.flexhb.avro.JournalEntry;

/** The tuner's answer to a record that was sent. */
public sealed interface TunerAnswer {
  /** The tuner decided on the record. */
  record Decided(JournalEntry entry) implements TunerAnswer {}

  /** The study and all its records are gone. */
  record Erased() implements TunerAnswer {}

  /** The record could not be used. */
  record Refused(String reason) implements TunerAnswer {}

  /** No tuner answered in time. */
  record Unanswered() implements TunerAnswer {}
}
