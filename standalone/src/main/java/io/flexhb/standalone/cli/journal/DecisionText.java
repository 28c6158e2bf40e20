package io.flexhb.standalone.cli.journal;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.JournalFact;
import io.flexhb.avro.JournalReason;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.core.fidelity.ResourceStep;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** A journal entry as lines for people. */
final class DecisionText {

  private static final Pattern WHOLE = Pattern.compile("^()(\\d{1,18})$");
  private static final Pattern NONE = Pattern.compile("$^");

  /** The fields of facts that contain resources, with the position of the resource in the text. */
  private static final Map<String, Pattern> AMOUNTS =
      Map.of(
          "level", WHOLE,
          "resource", WHOLE,
          "promised", WHOLE,
          "refund", WHOLE,
          "levels", Pattern.compile("\\b(level=|resource=)(\\d{1,18})"),
          "correlations", Pattern.compile("\\b(low=|high=)(\\d{1,18})"),
          "checkpoint", Pattern.compile("^(\\{resource=)(\\d{1,18})"),
          "command", Pattern.compile("( from | until )(\\d{1,18})\\b"),
          "plan", Pattern.compile("(@)(\\d{1,18})"));

  private DecisionText() {}

  /** Whether a reason, a fact or a command of the entry is about the trial. */
  static boolean isAbout(JournalEntry entry, int trial) {
    return entry.getReasons().stream().anyMatch(r -> r.getTrial() == trial)
        || entry.getFacts().stream().anyMatch(f -> f.getTrial() == trial)
        || entry.getCommands().stream().anyMatch(c -> c.getTrial() == trial);
  }

  /**
   * One line for each reason; an entry without a reason gets a line that says what changed.
   *
   * @param trial only lines about this trial; all when -1
   * @param step the resource step of the study: facts are journaled in whole units
   */
  static List<String> lines(JournalEntry entry, int trial, ResourceStep step) {
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
          lines.add(head + fact.getType() + about(fact, step) + workerMessage(entry));
        }
      }
    }
    return lines;
  }

  private static String values(JournalReason reason) {
    return reason.getValues().isEmpty() ? "" : " " + new TreeMap<>(reason.getValues());
  }

  /** The worker's message at the start of an attempt: the place of the output. */
  private static String workerMessage(JournalEntry entry) {
    return entry.getInput() instanceof TrialEvent event
            && event.getKind() == TrialEventKind.STARTED
            && !event.getMessage().isBlank()
        ? " " + event.getMessage()
        : "";
  }

  private static String about(JournalFact fact, ResourceStep step) {
    TreeMap<String, String> fields = new TreeMap<>(fact.getFields());
    if (!step.isOne()) {
      fields.replaceAll(
          (name, text) ->
              AMOUNTS
                  .getOrDefault(name, NONE)
                  .matcher(text)
                  .replaceAll(found -> found.group(1) + step.text(Long.parseLong(found.group(2)))));
    }
    return (fact.getTrial() < 0 ? "" : " trial " + fact.getTrial())
        + (fields.isEmpty() ? "" : " " + fields);
  }
}
