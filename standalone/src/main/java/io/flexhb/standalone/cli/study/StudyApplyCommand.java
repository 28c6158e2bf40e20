package io.flexhb.standalone.cli.study;

import io.flexhb.client.ApplyOptions;
import io.flexhb.client.ApplyResult;
import io.flexhb.client.StatusView;
import io.flexhb.client.StudyClient;
import io.flexhb.client.StudyDefinition;
import io.flexhb.core.space.Problem;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.standalone.cli.base.ClientCommand;
import io.flexhb.standalone.cli.base.CommandFailure;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.base.NonNegativeInt;
import io.flexhb.topics.Ids;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates a study from a file, or changes its changeable settings. */
@Command(
    name = "apply",
    description = {
      "Create the study that a YAML file describes, or change the limits and patience of a running"
          + " one. Applying the same file again changes nothing. A change resumes a study that"
          + " was paused because its trials fail. A larger limit re-opens a study that ended"
          + " by it."
    },
    footer = {
      "  flexhb study apply mnist.yaml --dry-run     bracket plan, levels and cost; sends nothing",
      "  flexhb study apply mnist.yaml"
    })
final class StudyApplyCommand extends ClientCommand {

  @Parameters(paramLabel = "FILE", description = "The study as YAML or JSON; - for standard input.")
  private Path file;

  @Option(
      names = "--dry-run",
      description = "Check the file, print bracket plan, fidelity levels and cost; send nothing.")
  private boolean dryRun;

  @Option(names = "--new", description = "Create a new study under the name of a deleted one.")
  private boolean makeNew;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      converter = NonNegativeInt.class,
      defaultValue = "10",
      description = "How long to wait for the tuner's answer; 0 = not at all (default 10).")
  private int waitSeconds = 10;

  private Optional<StudyDefinition> study = Optional.empty();

  @Override
  protected boolean needsCluster() {
    study = Optional.of(StudyFile.read(file));
    return !dryRun;
  }

  @Override
  protected int runAlone() {
    StudySpec spec = study.orElseThrow().spec();
    checkNewName(spec.study());
    output().answer(PlanText.tree(spec), out -> PlanText.print(spec, out));
    return ExitCode.OK;
  }

  @Override
  protected int run(StudyClient client) {
    StudyDefinition wanted = study.orElseThrow();
    ApplyOptions options = new ApplyOptions(makeNew, Duration.ofSeconds(waitSeconds));
    ApplyResult result = client.apply(wanted, options);
    report(wanted.spec(), result);
    switch (result.effect()) {
      case REOPENED -> output().note("workers that it had released must be started again");
      case CHANGED ->
          result
              .status()
              .ifPresent(
                  is -> output().note("study " + wanted.spec().study() + " is " + is + " now"));
      case UNCHANGED -> result.status().ifPresent(is -> noteHowToResume(wanted.spec().study(), is));
      case CREATED -> {}
    }
    return ExitCode.OK;
  }

  private void noteHowToResume(String name, StatusView status) {
    if (status.isFinished()) {
      output().note("study " + name + " is " + status + "; a larger limit re-opens it");
    }
    if (status.isPaused()) {
      // The reason of a pause by the tuner already says what to do.
      String how = status.reason().isEmpty() ? "; 'flexhb study resume " + name + "' goes on" : "";
      output().note("study " + name + " is " + status + how);
    }
  }

  private static void checkNewName(String study) {
    try {
      Ids.checkNewStudy(study);
    } catch (IllegalArgumentException refused) {
      throw CommandFailure.badInput(refused.getMessage());
    }
  }

  private void report(StudySpec spec, ApplyResult result) {
    Map<String, Object> tree = PlanText.tree(spec);
    tree.put("incarnation", result.incarnation().toString());
    tree.put("result", result.effect().toString());
    tree.put("changes", result.changes().stream().map(Problem::toString).toList());
    result.decision().ifPresent(sequence -> tree.put("decision", sequence));
    output()
        .answer(
            tree,
            out -> {
              String decision =
                  result.decision().isPresent()
                      ? " (decision " + result.decision().getAsLong() + ")"
                      : "";
              out.println("study " + spec.study() + " " + result.effect() + decision);
              result.changes().forEach(change -> out.println("  " + change));
              if (result.effect() == ApplyResult.Effect.CREATED) {
                PlanText.print(spec, out);
              }
            });
  }
}
