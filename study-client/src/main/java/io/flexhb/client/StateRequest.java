package io.flexhb.client;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.JournalReason;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Requests another state of an existing study. */
final class StateRequest {
  private final StudyRecords records;
  private final StudySender sender;
  private final String study;
  private final RequestedState wanted;
  private final Duration wait;

  StateRequest(
      StudyRecords records,
      StudySender sender,
      String study,
      RequestedState wanted,
      Duration wait) {
    if (wanted == RequestedState.UNKNOWN) {
      throw new InvalidRequestException("UNKNOWN is not a state that can be requested");
    }
    this.records = records;
    this.sender = sender;
    this.study = study;
    this.wanted = wanted;
    this.wait = wait;
  }

  StateResult send() {
    Study existing = records.existing(study);
    RequestedState now = existing.getRequestedState();
    // A study may end, and the tuner may pause it, whatever is requested. A deletion is always
    // allowed.
    List<JournalEntry> journal =
        wanted == RequestedState.DELETED ? List.of() : records.decisions(existing);
    StatusView status = StatusView.of(journal);
    refuseWhereItEnded(status);
    boolean pausedByTuner = now == RequestedState.ACTIVE && mayPauseOrResume() && status.isPaused();
    boolean already = now == wanted && (wanted != RequestedState.CLOSED || status.isClosed());
    if (already && mayBeAlready(journal) && !pausedByTuner) {
      return StateResult.ALREADY;
    }
    refuseWhereItIsForGood(now);
    Study request =
        new Study(
            existing.getStudy(),
            existing.getIncarnation(),
            wanted,
            existing.getDefinition(),
            Instant.now());
    if (pausedByTuner && wanted == RequestedState.PAUSED) {
      // The requested state is stored, but the tuner makes no decision on it.
      sender.send(request, Duration.ZERO);
      return StateResult.ALREADY;
    }
    TunerAnswer answer = sender.send(request, wait);
    if (answer instanceof TunerAnswer.Refused refused) {
      throw new RequestRefusedException("the tuner refused: " + refused.reason());
    }
    if (answer instanceof TunerAnswer.Unanswered) {
      return unanswered();
    }
    if (answer instanceof TunerAnswer.Decided decided
        && decided.entry().getReasons().stream().anyMatch(StateRequest::leavesSome)) {
      return send();
    }
    return StateResult.DONE;
  }

  private StateResult unanswered() {
    if (wait.isZero()) {
      return StateResult.SENT;
    }
    throw new NoAnswerException(
        "the request was sent, but the study is not "
            + done()
            + " after "
            + wait.toSeconds()
            + " s. Either it takes longer or is over (see 'flexhb study show "
            + study
            + "'), or no tuner is running.");
  }

  private String done() {
    return wanted.toString().toLowerCase(Locale.ROOT);
  }

  private void refuseWhereItEnded(StatusView status) {
    if (status.isClosed() && wanted != RequestedState.CLOSED) {
      throw new RequestRefusedException("study '" + study + "' is closed; that is final");
    }
    if (status.isFinished() && wanted != RequestedState.CLOSED) {
      throw new RequestRefusedException(
          "study '" + study + "' is " + status + "; " + alternative());
    }
    if (wanted == RequestedState.CLOSED && !status.isFinished() && !status.isClosed()) {
      throw new RequestRefusedException(
          "study '"
              + study
              + "' is "
              + status
              + "; only a finished study can be closed: 'flexhb study cancel "
              + study
              + "' ends it");
    }
  }

  private void refuseWhereItIsForGood(RequestedState now) {
    if (now == RequestedState.DELETED && wanted != RequestedState.DELETED
        || now == RequestedState.CANCELLED
            && wanted != RequestedState.DELETED
            && wanted != RequestedState.CLOSED) {
      throw new RequestRefusedException(
          "study '"
              + study
              + "' is "
              + now.toString().toLowerCase(Locale.ROOT)
              + "; that is final");
    }
  }

  /**
   * Whether checkpoints are left: each request discards only some of the many of a closed study.
   */
  private static boolean leavesSome(JournalReason reason) {
    return !reason.getValues().getOrDefault("left", "0").equals("0");
  }

  private boolean mayBeAlready(List<JournalEntry> journal) {
    return wanted != RequestedState.DELETED
        && (wanted != RequestedState.CLOSED || !lastLeavesSome(journal));
  }

  private static boolean lastLeavesSome(List<JournalEntry> journal) {
    return !journal.isEmpty()
        && journal.get(journal.size() - 1).getReasons().stream().anyMatch(StateRequest::leavesSome);
  }

  /** What can be done with a finished study. */
  private String alternative() {
    return switch (wanted) {
      case ACTIVE ->
          "to continue it, apply its file with a larger limit: 'flexhb study apply FILE' re-opens it";
      case PAUSED -> "there is nothing to pause";
      default ->
          "there is nothing to cancel; 'flexhb study close "
              + study
              + "' makes its end final and discards its checkpoints";
    };
  }

  /**
   * Whether the request depends on whether the tuner paused the study, which requires reading its
   * journal.
   */
  private boolean mayPauseOrResume() {
    return wanted == RequestedState.ACTIVE || wanted == RequestedState.PAUSED;
  }
}
