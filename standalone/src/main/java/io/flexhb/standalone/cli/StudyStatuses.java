package io.flexhb.standalone.cli;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.JournalFact;
import io.flexhb.avro.RequestedState;
import io.flexhb.core.study.Fact;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The status of a study as its journal tells it. */
final class StudyStatuses {
  static final Status UNKNOWN = new Status("UNKNOWN", "");

  /**
   * Where a study stands.
   *
   * @param name as in the journal
   * @param reason why; empty where it is what was requested, which is shown beside it
   */
  record Status(String name, String reason) {
    boolean isPaused() {
      return name.equals("PAUSED");
    }

    /** Ended by a limit, so that a larger one re-opens it. */
    boolean isFinished() {
      return name.equals("FINISHED");
    }

    boolean isClosed() {
      return name.equals("CLOSED");
    }

    /**
     * What is wished and the tuner has yet to answer; empty once it has. A study that ended answers
     * no wish any more but to be closed or deleted.
     */
    Optional<RequestedState> unanswered(RequestedState wish) {
      boolean answered =
          switch (name) {
            case "UNKNOWN" -> false;
            case "FINISHED" -> wish != RequestedState.CLOSED && wish != RequestedState.DELETED;
            case "CANCELLED", "CLOSED" -> wish != RequestedState.DELETED;
            // Active it was, when the tuner paused it for a reason of its own.
            case "PAUSED" ->
                wish == RequestedState.PAUSED || wish == RequestedState.ACTIVE && !reason.isEmpty();
            default -> name.equals(wish.toString());
          };
      return answered ? Optional.empty() : Optional.of(wish);
    }

    @Override
    public String toString() {
      return reason.isEmpty() ? name : name + ": " + reason;
    }
  }

  private StudyStatuses() {}

  /** The status after these entries; UNKNOWN when there are none. */
  static Status of(List<JournalEntry> entries) {
    Status status = UNKNOWN;
    for (JournalEntry entry : entries) {
      status = after(entry).orElse(status);
    }
    return status;
  }

  /** The status that an entry brings, if it brings one. */
  static Optional<Status> after(JournalEntry entry) {
    Optional<Status> status = Optional.empty();
    for (JournalFact fact : entry.getFacts()) {
      if (fact.getType().equals("StudyCreated")) {
        status = Optional.of(new Status("ACTIVE", ""));
      } else if (fact.getType().equals("StatusChanged")) {
        status = Optional.ofNullable(fact.getFields().get("status")).map(s -> of(s, fact));
      }
    }
    return status;
  }

  private static Status of(String name, JournalFact fact) {
    Map<String, String> fields = fact.getFields();
    String reason = fields.getOrDefault("reason", "");
    return new Status(name, reason.equals(Fact.StatusChanged.AS_REQUESTED) ? "" : reason);
  }
}
