package io.flexhb.client;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.TrialView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where workers keep the output of trials, as they said it when an attempt began. */
public final class TrialLogs {

  private static final String MARK = "log ";

  private final Map<Integer, List<Log>> byTrial;

  /**
   * One attempt's.
   *
   * @param worker that trained it
   * @param place host and path, or whatever the worker said
   */
  public record Log(int attempt, String worker, String place) {}

  private TrialLogs(Map<Integer, List<Log>> byTrial) {
    this.byTrial = byTrial;
  }

  /** Those that the journal tells of. */
  public static TrialLogs in(List<JournalEntry> journal) {
    Map<Integer, List<Log>> byTrial = new LinkedHashMap<>();
    for (JournalEntry entry : journal) {
      if (entry.getInput() instanceof TrialEvent event
          && event.getKind() == TrialEventKind.STARTED
          && event.getMessage().startsWith(MARK)) {
        byTrial
            .computeIfAbsent(event.getTrial(), trial -> new ArrayList<>())
            .add(
                new Log(
                    event.getAttempt(),
                    event.getWorker(),
                    event.getMessage().substring(MARK.length())));
      }
    }
    return new TrialLogs(byTrial);
  }

  /** In the order of attempts; empty when its workers keep none. */
  public List<Log> of(TrialView trial) {
    return byTrial.getOrDefault(trial.getTrial(), List.of());
  }
}
