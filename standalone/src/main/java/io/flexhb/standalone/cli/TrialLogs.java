package io.flexhb.standalone.cli;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.TrialView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where workers keep the output of trials, as they said it when an attempt began. */
final class TrialLogs {

  private static final String MARK = "log ";

  private final Map<Integer, List<Log>> byTrial;

  /**
   * One attempt's.
   *
   * @param worker that trained it
   * @param place host and path, or whatever the worker said
   */
  record Log(int attempt, String worker, String place) {}

  private TrialLogs(Map<Integer, List<Log>> byTrial) {
    this.byTrial = byTrial;
  }

  /** Those that the journal tells of. */
  static TrialLogs in(List<JournalEntry> journal) {
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
  List<Log> of(TrialView trial) {
    return byTrial.getOrDefault(trial.getTrial(), List.of());
  }

  /** The view as a tree, with its logs. */
  Object beside(TrialView trial) {
    Map<String, Object> tree = new LinkedHashMap<>();
    ((Map<?, ?>) Show.tree(trial)).forEach((name, value) -> tree.put(name.toString(), value));
    List<Object> logs = new ArrayList<>();
    for (Log log : of(trial)) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("attempt", log.attempt());
      one.put("worker", log.worker());
      one.put("log", log.place());
      logs.add(one);
    }
    tree.put("logs", logs);
    return tree;
  }
}
