package io.flexhb.standalone.cli.study;

import io.flexhb.client.EnqueueResult;
import io.flexhb.client.StudyClient;
import io.flexhb.standalone.cli.base.ClientCommand;
import io.flexhb.standalone.cli.base.CommandFailure;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.base.NonNegativeInt;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends configurations that a study tries first. */
@Command(
    name = "enqueue",
    description = {
      "Let a study try your own configurations first, in the order given.",
      "A configuration exists only once, however often it is sent, unless --replicate asks for"
          + " more.",
      "It may name only some of the parameters. The others are drawn at random; the same part"
          + " always gets the same values."
    },
    footer = {
      "  flexhb study enqueue mnist known-good.yaml",
      "  echo '{lr: 0.01, units: 32}' | flexhb study enqueue mnist - --replicate 3"
    })
final class StudyEnqueueCommand extends ClientCommand {

  @Parameters(index = "0", paramLabel = "STUDY", description = "Name of the study.")
  private String study;

  @Parameters(
      index = "1",
      paramLabel = "FILE",
      description = "YAML: a configuration (name: value), or a list of them; - = standard input.")
  private Path file;

  @Option(
      names = "--replicate",
      paramLabel = "K",
      defaultValue = "1",
      description = "Total number of trials of each configuration (default 1).")
  private int replicate = 1;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      converter = NonNegativeInt.class,
      defaultValue = "10",
      description = "How long to wait for the tuner's answer; 0 = not at all (default 10).")
  private int waitSeconds = 10;

  @Override
  protected int run(StudyClient client) {
    if (replicate < 1) {
      throw CommandFailure.badInput("--replicate must be at least 1, was " + replicate);
    }
    EnqueueResult result =
        client.enqueue(
            study, ConfigurationFile.read(file), replicate, Duration.ofSeconds(waitSeconds));
    if (result.sent() == 0) {
      return answer(0, result.existed(), "nothing to do: each exists already");
    }
    String outcome =
        result.decision().isPresent()
            ? "enqueued (decision " + result.decision().getAsLong() + ")"
            : "sent";
    return answer(result.sent(), result.existed(), outcome);
  }

  private int answer(int sent, int existed, String result) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("study", study);
    tree.put("sent", sent);
    tree.put("existed", existed);
    tree.put("result", result);
    output()
        .answer(
            tree,
            out ->
                out.printf(
                    "study %s: %d configuration(s) %s%s%n",
                    study,
                    sent,
                    result,
                    sent > 0 && existed > 0 ? ", " + existed + " existed already" : ""));
    return ExitCode.OK;
  }
}
