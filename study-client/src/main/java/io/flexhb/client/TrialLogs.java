package io.flexhb.client;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.TrialView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where workers keep the output of trials, as they reported it at the start of an attempt. */
public final class TrialLogs {

  private static final String MARK = "log ";

  private final Map<Integer, List<Log>> byTrial;

  /**
   * The log of one attempt.
   *
   * @param worker that trained it
   * @param place host and path, or other text from the worker
   */
  public record Log(int attempt, String worker, String place) {}

  private TrialLogs(Map<Integer, List<Log>> byTrial) {
    this.byTrial = byTrial;
  }

  /** The logs named in the journal. */
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

  /** The logs of a trial in the order of attempts; empty when its workers keep none. */
  public List<Log> of(TrialView trial) {
    return byTrial.getOrDefault(trial.getTrial(), List.of());
  }
}
