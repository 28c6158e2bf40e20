package io.flexhb.standalone.cli;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.JournalFact;
import io.flexhb.avro.JournalReason;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A journal entry as lines for people. */
final class DecisionText {

  private DecisionText() {}

  /** Whether a reason, a fact or a command of the entry is about the trial. */
  static boolean isAbout(JournalEntry entry, int trial) {
    return entry.getReasons().stream().anyMatch(r -> r.getTrial() == trial)
        || entry.getFacts().stream().anyMatch(f -> f.getTrial() == trial)
        || entry.getCommands().stream().anyMatch(c -> c.getTrial() == trial);
  }

  /**
   * A line for each reason; entries that need none get one that says what changed.
   *
   * @param trial only what is about this one, all when -1
   */
  static List<String> lines(JournalEntry entry, int trial) {
    String head =
        "#%-5d %s  "
            .formatted(entry.getSequence(), DateTimeFormatter.ISO_INSTANT.format(entry.getTime()));
    List<String> lines = new ArrayList<>();
    for (JournalReason reason : entry.getReasons()) {
      if (trial < 0 || reason.getTrial() == trial) {
        lines.add(head + reason.getRule() + ": " + reason.getText() + values(reason));
      }
    }
    if (lines.isEmpty()) {
      for (JournalFact fact : entry.getFacts()) {
        if (trial < 0 || fact.getTrial() == trial) {
          lines.add(head + fact.getType() + about(fact) + said(entry));
        }
      }
    }
    return lines;
  }

  private static String values(JournalReason reason) {
    return reason.getValues().isEmpty() ? "" : " " + new TreeMap<>(reason.getValues());
  }

  /** What the worker said when it began: where the output is. */
  private static String said(JournalEntry entry) {
    return entry.getInput() instanceof TrialEvent event
            && event.getKind() == TrialEventKind.STARTED
            && !event.getMessage().isBlank()
        ? " " + event.getMessage()
        : "";
  }

  private static String about(JournalFact fact) {
    return (fact.getTrial() < 0 ? "" : " trial " + fact.getTrial())
        + (fact.getFields().isEmpty() ? "" : " " + new TreeMap<>(fact.getFields()));
  }
}
