package io.flexhb.standalone.cli.study;

import io.flexhb.avro.RequestedState;
import io.flexhb.client.StudyClient;
import io.flexhb.standalone.cli.base.ClientCommand;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.base.NonNegativeInt;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Asks the tuner to change the state of an existing study. */
abstract class RequestStateCommand extends ClientCommand {

  @Parameters(paramLabel = "STUDY", description = "Name of the study.")
  private String study;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      converter = NonNegativeInt.class,
      defaultValue = "10",
      description = "How long to wait for the tuner's answer; 0 = not at all (default 10).")
  private int waitSeconds = 10;

  private final RequestedState wanted;
  private final String done;

  RequestStateCommand(RequestedState wanted, String done) {
    this.wanted = wanted;
    this.done = done;
  }

  @Override
  protected int run(StudyClient client) {
    return switch (client.request(study, wanted, Duration.ofSeconds(waitSeconds))) {
      case DONE -> answer(done);
      case ALREADY -> answer(done + " already");
      case SENT -> answer("asked to be " + done);
    };
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
      description = "Grant nothing new; running trials continue to the end of their rung.",
      footer = "  flexhb study pause mnist")
  static final class Pause extends RequestStateCommand {
    Pause() {
      super(RequestedState.PAUSED, "paused");
    }
  }

  /** Ends a pause, including one that the tuner started because trials fail. */
  @Command(
      name = "resume",
      description = "Resume a paused study; the count of consecutive failed trials restarts.",
      footer = "  flexhb study resume mnist")
  static final class Resume extends RequestStateCommand {
    Resume() {
      super(RequestedState.ACTIVE, "active");
    }
  }

  /** Ends a study and keeps its results. */
  @Command(
      name = "cancel",
      description = "Stop all trials for good; keep the results.",
      footer = "  flexhb study cancel mnist")
  static final class Cancel extends RequestStateCommand {
    Cancel() {
      super(RequestedState.CANCELLED, "cancelled");
    }
  }

  /** Makes the end of a finished study final. */
  @Command(
      name = "close",
      description = {
        "Make the end of a finished study final: a larger limit no longer re-opens it, and"
            + " checkpoints of its trials may be deleted, except those of completed ones."
      },
      footer = "  flexhb study close mnist")
  static final class Close extends RequestStateCommand {
    Close() {
      super(RequestedState.CLOSED, "closed");
    }
  }

  /** Ends a study and erases it. */
  @Command(
      name = "delete",
      description = "Stop all trials and erase the study with its trials and decisions.",
      footer = "  flexhb study delete mnist")
  static final class Delete extends RequestStateCommand {
    Delete() {
      super(RequestedState.DELETED, "deleted");
    }
  }
}
