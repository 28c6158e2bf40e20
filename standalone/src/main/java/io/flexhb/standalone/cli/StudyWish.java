package io.flexhb.standalone.cli;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.JournalReason;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Asks the tuner to bring an existing study into another state. */
abstract class StudyWish extends ClientCommand {

  @Parameters(paramLabel = "STUDY", description = "Name of the study.")
  private String study;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      converter = Count.class,
      defaultValue = "10",
      description = "How long to wait for the tuner's answer; 0 = not at all (default 10).")
  private int waitSeconds = 10;

  private final RequestedState wanted;
  private final String done;

  StudyWish(RequestedState wanted, String done) {
    this.wanted = wanted;
    this.done = done;
  }

  @Override
  int run(Cluster cluster, StudyRecords records) {
    Study existing = records.existing(study);
    RequestedState now = existing.getRequestedState();
    // A study may end, and the tuner may pause it, whatever is requested. A deletion always may be.
    List<JournalEntry> journal =
        wanted == RequestedState.DELETED ? List.of() : records.decisions(existing);
    StudyStatuses.Status status = StudyStatuses.of(journal);
    if (status.isClosed() && wanted != RequestedState.CLOSED) {
      throw CommandFailure.no("study '" + study + "' is closed; that is for good");
    }
    if (status.isFinished() && wanted != RequestedState.CLOSED) {
      throw CommandFailure.no("study '" + study + "' is " + status + "; " + instead());
    }
    if (wanted == RequestedState.CLOSED && !status.isFinished() && !status.isClosed()) {
      throw CommandFailure.no(
          "study '"
              + study
              + "' is "
              + status
              + "; only a finished study is closed, 'flexhb study cancel "
              + study
              + "' ends one");
    }
    boolean pausedByTuner = now == RequestedState.ACTIVE && mayPauseOrResume() && status.isPaused();
    boolean already = now == wanted && (wanted != RequestedState.CLOSED || status.isClosed());
    if (already && mayBeAlready(journal) && !pausedByTuner) {
      return answer(done + " already");
    }
    if (now == RequestedState.DELETED && wanted != RequestedState.DELETED
        || now == RequestedState.CANCELLED
            && wanted != RequestedState.DELETED
            && wanted != RequestedState.CLOSED) {
      throw CommandFailure.no(
          "study '"
              + study
              + "' is "
              + now.toString().toLowerCase(Locale.ROOT)
              + "; that is for good");
    }
    Study wish =
        new Study(
            existing.getStudy(),
            existing.getIncarnation(),
            wanted,
            existing.getDefinition(),
            Instant.now());
    if (pausedByTuner && wanted == RequestedState.PAUSED) {
      // The wish is kept, but changes nothing that could be waited for.
      new StudySender(cluster, records).send(wish, Duration.ZERO);
      return answer(done + " already");
    }
    StudySender.Outcome outcome =
        new StudySender(cluster, records).send(wish, Duration.ofSeconds(waitSeconds));
    if (outcome instanceof StudySender.Outcome.Refused refused) {
      throw CommandFailure.no("the tuner refused: " + refused.reason());
    }
    if (outcome instanceof StudySender.Outcome.Unanswered && waitSeconds > 0) {
      throw CommandFailure.environment(
          "the wish was sent, but it is not "
              + done
              + " after "
              + waitSeconds
              + " s. Either it takes longer or is over ('flexhb study show "
              + study
              + "' tells), or no tuner runs.",
          null);
    }
    if (outcome instanceof StudySender.Outcome.Decided decided
        && decided.entry().getReasons().stream().anyMatch(StudyWish::leavesSome)) {
      return run(cluster, records);
    }
    return answer(waitSeconds > 0 ? done : "asked to be " + done);
  }

  /** Of many checkpoints of a closed study each wish lets some go. */
  private static boolean leavesSome(JournalReason reason) {
    return !reason.getValues().getOrDefault("left", "0").equals("0");
  }

  private boolean mayBeAlready(List<JournalEntry> journal) {
    return wanted != RequestedState.DELETED
        && (wanted != RequestedState.CLOSED || !lastLeavesSome(journal));
  }

  private static boolean lastLeavesSome(List<JournalEntry> journal) {
    return !journal.isEmpty()
        && journal.get(journal.size() - 1).getReasons().stream().anyMatch(StudyWish::leavesSome);
  }

  /** What to do about a finished study. */
  private String instead() {
    return switch (wanted) {
      case ACTIVE ->
          "to go on, apply its file with a larger limit: 'flexhb study apply FILE' re-opens it";
      case PAUSED -> "there is nothing to pause";
      default ->
          "there is nothing to cancel; 'flexhb study close "
              + study
              + "' makes its end final and lets its checkpoints go";
    };
  }

  /** Whether it matters that the tuner paused the study, which costs reading its journal. */
  private boolean mayPauseOrResume() {
    return wanted == RequestedState.ACTIVE || wanted == RequestedState.PAUSED;
  }

  private int answer(String result) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("study", study);
    tree.put("result", result);
    output().answer(tree, out -> out.println("study " + study + " " + result));
    return ExitCode.OK;
  }

  /** Grants nothing new. */
  @Command(
      name = "pause",
      description = "Grant nothing new; trials that run go on to the end of their rung.",
      footer = "  flexhb study pause mnist")
  static final class Pause extends StudyWish {
    Pause() {
      super(RequestedState.PAUSED, "paused");
    }
  }

  /** Takes a pause back, also one that the tuner made because trials fail. */
  @Command(
      name = "resume",
      description = "Go on with a paused study; trials that fail in a row are counted anew.",
      footer = "  flexhb study resume mnist")
  static final class Resume extends StudyWish {
    Resume() {
      super(RequestedState.ACTIVE, "active");
    }
  }

  /** Ends a study, keeps what it found. */
  @Command(
      name = "cancel",
      description = "Stop all trials for good; keep the results.",
      footer = "  flexhb study cancel mnist")
  static final class Cancel extends StudyWish {
    Cancel() {
      super(RequestedState.CANCELLED, "cancelled");
    }
  }

  /** Makes the end of a finished study final. */
  @Command(
      name = "close",
      description = {
        "Make the end of a finished study final: no larger limit re-opens it, and checkpoints of"
            + " its"
            + " trials may go, but for those of completed ones."
      },
      footer = "  flexhb study close mnist")
  static final class Close extends StudyWish {
    Close() {
      super(RequestedState.CLOSED, "closed");
    }
  }

  /** Ends a study and erases it. */
  @Command(
      name = "delete",
      description = "Stop all trials and erase the study with its trials and decisions.",
      footer = "  flexhb study delete mnist")
  static final class Delete extends StudyWish {
    Delete() {
      super(RequestedState.DELETED, "deleted");
    }
  }
}
