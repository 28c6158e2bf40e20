package io.flexhb.service.metrics;

import io.flexhb.core.study.StudyEvent;
import java.util.Map;

/**
 * What events are called in meters. A name stays when its class is renamed, since dashboards of
 * others read it.
 */
final class EventNames {

  /** All of them, by the class of the event. */
  static final Map<Class<? extends StudyEvent>, String> ALL =
      Map.of(
          StudyEvent.Applied.class, "Applied",
          StudyEvent.WorkAsked.class, "WorkAsked",
          StudyEvent.AttemptStarted.class, "AttemptStarted",
          StudyEvent.Reported.class, "Reported",
          StudyEvent.Heartbeat.class, "Heartbeat",
          StudyEvent.CheckpointSaved.class, "CheckpointSaved",
          StudyEvent.AttemptEnded.class, "AttemptEnded",
          StudyEvent.LeaseExpired.class, "LeaseExpired",
          StudyEvent.SuggestionArrived.class, "SuggestionArrived",
          StudyEvent.Enqueued.class, "Enqueued");

  private EventNames() {}
}
