package io.flexhb.client;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.JournalFact;
import io.flexhb.avro.RequestedState;
import io.flexhb.core.study.state.Fact;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The status of a study according to its journal.
 *
 * @param name as in the journal: ACTIVE, PAUSED, FINISHED, CANCELLED, CLOSED, or UNKNOWN
 * @param reason why; empty when it was requested
 */
public record StatusView(String name, String reason) {

  /** The status of a study that no tuner has handled yet. */
  public static final StatusView UNKNOWN = new StatusView("UNKNOWN", "");

  /** Whether it grants nothing new, by request or because the tuner paused it. */
  public boolean isPaused() {
    return name.equals("PAUSED");
  }

  /** Whether a limit ended it, so that a larger one re-opens it. */
  public boolean isFinished() {
    return name.equals("FINISHED");
  }

  /** Whether it ended for good. */
  public boolean isClosed() {
    return name.equals("CLOSED");
  }

  /**
   * The requested state if the tuner has not answered it yet; empty once it has. An ended study
   * answers only requests to close or delete it.
   */
  public Optional<RequestedState> unanswered(RequestedState requested) {
    boolean answered =
        switch (name) {
          case "UNKNOWN" -> false;
          case "FINISHED" ->
              requested != RequestedState.CLOSED && requested != RequestedState.DELETED;
          case "CANCELLED", "CLOSED" -> requested != RequestedState.DELETED;
          // It was active when the tuner paused it for its own reason.
          case "PAUSED" ->
              requested == RequestedState.PAUSED
                  || requested == RequestedState.ACTIVE && !reason.isEmpty();
          default -> name.equals(requested.toString());
        };
    return answered ? Optional.empty() : Optional.of(requested);
  }

  @Override
  public String toString() {
    return reason.isEmpty() ? name : name + ": " + reason;
  }

  /** The status after these entries; UNKNOWN when there are none. */
  public static StatusView of(List<JournalEntry> entries) {
    StatusView status = UNKNOWN;
    for (JournalEntry entry : entries) {
      status = after(entry).orElse(status);
    }
    return status;
  }

  /** The status after an entry, if the entry changes it. */
  public static Optional<StatusView> after(JournalEntry entry) {
    Optional<StatusView> status = Optional.empty();
    for (JournalFact fact : entry.getFacts()) {
      if (fact.getType().equals("StudyCreated")) {
        status = Optional.of(new StatusView("ACTIVE", ""));
      } else if (fact.getType().equals("StatusChanged")) {
        status = Optional.ofNullable(fact.getFields().get("status")).map(s -> of(s, fact));
      }
    }
    return status;
  }

  private static StatusView of(String name, JournalFact fact) {
    Map<String, String> fields = fact.getFields();
    String reason = fields.getOrDefault("reason", "");
    return new StatusView(name, reason.equals(Fact.StatusChanged.AS_REQUESTED) ? "" : reason);
  }
}
