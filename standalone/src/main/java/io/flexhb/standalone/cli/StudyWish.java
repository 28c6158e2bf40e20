package io.flexhb.standalone.cli;

import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
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
    boolean pausedByTuner =
        now == RequestedState.ACTIVE
            && mayPauseOrResume()
            && StudyStatuses.of(records.decisions(existing)).isPaused();
    if (now == wanted && wanted != RequestedState.DELETED && !pausedByTuner) {
      return answer(done + " already");
    }
    if (now == RequestedState.DELETED && wanted != RequestedState.DELETED
        || now == RequestedState.CANCELLED && wanted != RequestedState.DELETED) {
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
    return answer(waitSeconds > 0 ? done : "asked to be " + done);
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
