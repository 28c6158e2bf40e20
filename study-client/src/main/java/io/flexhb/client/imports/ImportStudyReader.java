package io.flexhb.client.imports;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.JournalFact;
import io.flexhb.avro.TrialView;
import io.flexhb.client.TrialHistory;
import io.flexhb.codec.ConfigurationCodec;
import io.flexhb.codec.TrialViewCodec;
import io.flexhb.core.fidelity.ResourceStep;
import java.math.BigDecimal;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Reads the measurements of another study's trials from its journal. */
public final class ImportStudyReader {

  private ImportStudyReader() {}

  /**
   * Adds its trials to the rows.
   *
   * @param journal of the other study, in order
   */
  public static void read(List<TrialView> trials, List<JournalEntry> journal, ImportBuilder rows) {
    Map<Integer, TrialHistory> histories = TrialHistory.of(journal);
    Map<Integer, Long> failures = failures(journal);
    for (TrialView trial : trials) {
      ResourceStep step = TrialViewCodec.step(trial);
      List<Map.Entry<?, ?>> measured = new ArrayList<>();
      for (TrialHistory.Point point :
          histories.getOrDefault(trial.getTrial(), TrialHistory.NONE).points()) {
        Object value = point.values().get(rows.spec().objective().metric());
        // The failure of a trial is handled below; other text is from an unused report.
        if (value instanceof Double && isWithin(rows, step, point.resource())) {
          measured.add(new AbstractMap.SimpleEntry<>(step.text(point.resource()), value));
        }
      }
      Long failedAt = failures.get(trial.getTrial());
      if (failedAt != null && isWithin(rows, step, failedAt)) {
        measured.add(new AbstractMap.SimpleEntry<>(step.text(failedAt), "NaN"));
      }
      if (!measured.isEmpty()) {
        rows.add(
            "trial " + trial.getTrial(),
            ConfigurationCodec.tree(trial.getConfiguration()),
            measured);
      }
    }
  }

  /** Whether a resource of the other study is valid in this study too: their steps may differ. */
  private static boolean isWithin(ImportBuilder rows, ResourceStep step, long resource) {
    OptionalLong here = rows.spec().step().units(new BigDecimal(step.text(resource)));
    return here.isPresent()
        && here.getAsLong() >= 1
        && here.getAsLong() <= rows.spec().ladder().maxResource();
  }

  /** The levels at which trials failed through their own fault. */
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
