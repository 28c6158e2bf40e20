package io.flexhb.codec;

import io.flexhb.core.schedule.Correlation;
import io.flexhb.core.study.message.Checkpoint;
import io.flexhb.core.study.message.SuspendedTrial;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.ImportedRow;
import io.flexhb.core.study.state.LevelValue;
import io.flexhb.core.study.state.Slot;
import io.flexhb.core.study.state.Suggestions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The names of facts, their components and the records in them in the journal. They stay when a
 * class or a component is renamed, because other programs read the journal.
 */
final class JournalNames {

  /**
   * The names of one record class.
   *
   * @param fact name of the fact, "" for a record within one
   * @param components in declared order
   * @param complete whether each component has one; determined once, because reflection costs more
   *     than the rest of a fact
   */
  record Names(String fact, List<String> components, boolean complete) {

    static Names of(Class<?> type, String fact, String... components) {
      return new Names(
          fact, List.of(components), components.length == type.getRecordComponents().length);
    }
  }

  /** Stands for a component that is in the journal entry next to the facts. */
  static final String ENTRY = "";

  private static final Map<Class<?>, Names> TABLE = new HashMap<>();

  static {
    fact(Fact.StudyCreated.class, "StudyCreated", "time", "incarnation", "spec");
    fact(Fact.StudyAmended.class, "StudyAmended", "spec");
    fact(Fact.StatusChanged.class, "StatusChanged", "status", "reason");
    fact(Fact.TrialsExhausted.class, "TrialsExhausted", "reason");
    fact(
        Fact.BracketOpened.class,
        "BracketOpened",
        "bracket",
        "place",
        "source",
        "plan",
        "correlations",
        "loopSources");
    fact(Fact.RungDecided.class, "RungDecided", "bracket", "rung", "level");
    fact(Fact.BracketClosed.class, "BracketClosed", "bracket", "reason");
    fact(
        Fact.TrialCreated.class,
        "TrialCreated",
        "trial",
        "configuration",
        "origin",
        "bracket",
        "request",
        "enqueued",
        "promised");
    fact(Fact.Granted.class, "Granted", "trial", "command");
    fact(Fact.AttemptStarted.class, "AttemptStarted", "trial", "attempt", ENTRY);
    fact(Fact.ValueRecorded.class, "ValueRecorded", "trial", "attempt", ENTRY, "levels");
    fact(
        Fact.ObjectiveReported.class,
        "ObjectiveReported",
        "trial",
        "attempt",
        ENTRY,
        "resource",
        "value");
    fact(Fact.ReportRejected.class, "ReportRejected", "trial", "attempt", ENTRY, "command");
    fact(Fact.Advanced.class, "Advanced", "trial", "attempt", ENTRY, "resource");
    fact(Fact.CheckpointRecorded.class, "CheckpointRecorded", "trial", "checkpoint");
    fact(Fact.Paused.class, "Paused", "trial", "command");
    fact(
        Fact.Promoted.class,
        "Promoted",
        "trial",
        "bracket",
        "rung",
        "revived",
        "promised",
        "reason");
    fact(Fact.Stopped.class, "Stopped", "trial", "level", "command");
    fact(Fact.Discarded.class, "Discarded", "trial", "reason", "command");
    fact(Fact.PausedDiscarded.class, "PausedDiscarded", "reason");
    fact(Fact.StoppedEarly.class, "StoppedEarly", "trial", "level", "refund", "command");
    fact(Fact.Converged.class, "Converged", "trial", "attempt", "resource", "refund");
    fact(Fact.Completed.class, "Completed", "trial", "command");
    fact(Fact.Failed.class, "Failed", "trial", "blame", "reason", "level", "refund", "command");
    fact(
        Fact.AttemptLost.class,
        "AttemptLost",
        "trial",
        "attempt",
        "blame",
        "refund",
        "promised",
        "reason");
    fact(Fact.Parked.class, "Parked", "parked");
    fact(Fact.SlotForgotten.class, "SlotForgotten", "slot");
    fact(Fact.SuggestionRequested.class, "SuggestionRequested", "request", "time");
    fact(Fact.SuggestionPrepared.class, "SuggestionPrepared", "prepared");
    fact(Fact.SuggestionDropped.class, "SuggestionDropped", "request", "reason");
    fact(Fact.ConfigurationsEnqueued.class, "ConfigurationsEnqueued", "configurations");
    fact(Fact.MeasurementsImported.class, "MeasurementsImported", "importId", "rows");

    part(Correlation.class, "low", "high", "tau", "trials");
    part(LevelValue.class, "level", "resource", "value", "measured");
    part(ImportedRow.class, "row", "number", "configuration", "levels", "failedAt");
    part(Checkpoint.class, "resource", "reference");
    part(SuspendedTrial.class, "trial", "resource");
    part(Slot.class, "id", "askSequence", "parkedOrder", "holding", "trial", "attempt", "waiting");
    part(
        Suggestions.Prepared.class,
        "request",
        "candidates",
        "snapshotVersion",
        "explanation",
        "data");
    part(Suggestions.Data.class, "full", "most", "all");
  }

  private JournalNames() {}

  private static void fact(Class<? extends Fact> type, String name, String... components) {
    TABLE.put(type, Names.of(type, name, components));
  }

  private static void part(Class<? extends Record> type, String... components) {
    TABLE.put(type, Names.of(type, "", components));
  }

  /**
   * The names of a record class.
   *
   * @throws IllegalStateException when the class or one of its components has no name
   */
  static Names of(Class<?> type) {
    Names names = TABLE.get(type);
    if (names == null || !names.complete()) {
      throw new IllegalStateException(
          type + " or a component of it has no name in the journal; add it to JournalNames");
    }
    return names;
  }
}
