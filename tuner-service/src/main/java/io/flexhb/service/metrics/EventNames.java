package io.flexhb.service.metrics;

import io.flexhb.core.study.message.StudyEvent;
import java.util.Map;

/**
 * The names of events in meters. A name stays when its class is renamed, because users' dashboards
 * rely on it.
 */
final class EventNames {

  /** All of them, by the class of the event. */
  static final Map<Class<? extends StudyEvent>, String> ALL =
      Map.ofEntries(
          Map.entry(StudyEvent.Applied.class, "Applied"),
          Map.entry(StudyEvent.WorkAsked.class, "WorkAsked"),
          Map.entry(StudyEvent.AttemptStarted.class, "AttemptStarted"),
          Map.entry(StudyEvent.Reported.class, "Reported"),
          Map.entry(StudyEvent.Heartbeat.class, "Heartbeat"),
          Map.entry(StudyEvent.CheckpointSaved.class, "CheckpointSaved"),
          Map.entry(StudyEvent.AttemptEnded.class, "AttemptEnded"),
          Map.entry(StudyEvent.LeaseExpired.class, "LeaseExpired"),
          Map.entry(StudyEvent.SuggestionArrived.class, "SuggestionArrived"),
          Map.entry(StudyEvent.Enqueued.class, "Enqueued"),
          Map.entry(StudyEvent.Imported.class, "Imported"));

  private EventNames() {}
}
