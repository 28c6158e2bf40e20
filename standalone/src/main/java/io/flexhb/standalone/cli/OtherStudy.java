package io.flexhb.standalone.cli;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.JournalFact;
import io.flexhb.avro.TrialView;
import io.flexhb.client.TrialHistory;
import io.flexhb.service.codec.ConfigurationCodec;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the trials of another study have measured, from its journal. */
final class OtherStudy {

  private OtherStudy() {}

  /**
   * Adds its trials to the draft.
   *
   * @param journal of the other study, in order
   */
  static void read(List<TrialView> trials, List<JournalEntry> journal, ImportDraft draft) {
    Map<Integer, TrialHistory> histories = TrialHistory.of(journal);
    Map<Integer, Long> failures = failures(journal);
    long most = draft.spec().ladder().maxResource();
    for (TrialView trial : trials) {
      List<Map.Entry<?, ?>> measured = new ArrayList<>();
      for (TrialHistory.Point point :
          histories.getOrDefault(trial.getTrial(), TrialHistory.NONE).points()) {
        Object value = point.values().get(draft.spec().objective().metric());
        // What its trial failed by is told below; other text is a report that was not used.
        if (value instanceof Double && point.resource() >= 1 && point.resource() <= most) {
          measured.add(new AbstractMap.SimpleEntry<>(point.resource(), value));
        }
      }
      Long failedAt = failures.get(trial.getTrial());
      if (failedAt != null && failedAt <= most) {
        measured.add(new AbstractMap.SimpleEntry<>(failedAt, "NaN"));
      }
      if (!measured.isEmpty()) {
        draft.add(
            "trial " + trial.getTrial(),
            ConfigurationCodec.tree(trial.getConfiguration()),
            measured);
      }
    }
  }

  /** The levels at which trials failed by their own fault. */
  private static Map<Integer, Long> failures(List<JournalEntry> journal) {
    Map<Integer, Long> failures = new TreeMap<>();
    for (JournalEntry entry : journal) {
      for (JournalFact fact : entry.getFacts()) {
        String level = fact.getFields().getOrDefault("level", "");
        if (fact.getType().equals("Failed") && !level.isEmpty()) {
          failures.put(fact.getTrial(), Long.valueOf(level));
        }
      }
    }
    return failures;
  }
}
