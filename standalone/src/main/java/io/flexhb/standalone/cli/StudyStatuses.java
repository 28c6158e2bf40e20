package io.flexhb.standalone.cli;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.JournalFact;
import java.util.List;
import java.util.Optional;

/** The status of a study as its journal tells it. */
final class StudyStatuses {
  static final String UNKNOWN = "UNKNOWN";

  private StudyStatuses() {}

  /** The status after these entries; UNKNOWN when there are none. */
  static String of(List<JournalEntry> entries) {
    String status = UNKNOWN;
    for (JournalEntry entry : entries) {
      status = after(entry).orElse(status);
    }
    return status;
  }

  /** The status that an entry brings, if it brings one. */
  static Optional<String> after(JournalEntry entry) {
    Optional<String> status = Optional.empty();
    for (JournalFact fact : entry.getFacts()) {
      if (fact.getType().equals("StudyCreated")) {
        status = Optional.of("ACTIVE");
      } else if (fact.getType().equals("StatusChanged")) {
        status = Optional.ofNullable(fact.getFields().get("status"));
      }
    }
    return status;
  }
}
