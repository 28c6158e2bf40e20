package io.flexhb.client;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.JournalFact;
import io.flexhb.avro.RequestedState;
import io.flexhb.core.study.state.Fact;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where a study stands, as its journal tells it.
 *
 * @param name as in the journal: ACTIVE, PAUSED, FINISHED, CANCELLED, CLOSED, or UNKNOWN
 * @param reason why; empty where it is what was requested
 */
public record StatusView(String name, String reason) {

  /** Of a study that no tuner has taken up. */
  public static final StatusView UNKNOWN = new StatusView("UNKNOWN", "");

  /** Whether it grants nothing new, as requested or because the tuner paused it. */
  public boolean isPaused() {
    return name.equals("PAUSED");
  }

  /** Ended by a limit, so that a larger one re-opens it. */
  public boolean isFinished() {
    return name.equals("FINISHED");
  }

  /** Ended for good. */
  public boolean isClosed() {
    return name.equals("CLOSED");
  }

  /**
   * What is requested and the tuner has yet to answer; empty once it has. A study that ended
   * answers no request any more but to be closed or deleted.
   */
  public Optional<RequestedState> unanswered(RequestedState requested) {
    boolean answered =
        switch (name) {
          case "UNKNOWN" -> false;
          case "FINISHED" ->
              requested != RequestedState.CLOSED && requested != RequestedState.DELETED;
          case "CANCELLED", "CLOSED" -> requested != RequestedState.DELETED;
          // Active it was, when the tuner paused it for a reason of its own.
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

  /** The status that an entry brings, if it brings one. */
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
