package io.flexhb.standalone.cli.trial;

import io.flexhb.avro.Study;
import io.flexhb.avro.TrialView;
import io.flexhb.client.StudyClient;
import io.flexhb.client.StudyDefinition;
import io.flexhb.codec.ConfigurationCodec;
import io.flexhb.core.spec.Objective;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.standalone.cli.base.ClientCommand;
import io.flexhb.standalone.cli.base.CommandFailure;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.output.RecordTree;
import io.flexhb.standalone.cli.output.ValueFormat;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows the best trial of a study. */
@Command(
    name = "best",
    description = "Show the best trial of a study so far; exit code 1 while no trial has a value.",
    footer = {"  flexhb best mnist", "  flexhb best mnist -o json | jq .configuration.values"})
public final class BestCommand extends ClientCommand {

  @Parameters(paramLabel = "STUDY", description = "Name of the study.")
  private String study;

  @Override
  protected int run(StudyClient client) {
    Study existing = client.study(study);
    StudySpec spec = StudyDefinition.specOf(existing);
    Objective objective = spec.objective();
    Optional<TrialView> best = client.best(existing);
    if (best.isEmpty()) {
      throw CommandFailure.no("study '" + study + "' has no trial with a value yet");
    }
    TrialView trial = best.get();
    output()
        .answer(
            RecordTree.ofTrial(trial),
            out -> {
              out.printf(
                  "trial %d: %s = %s at %s of %s %s%n",
                  trial.getTrial(),
                  objective.metric(),
                  ValueFormat.number(trial.getValue()),
                  spec.shown(trial.getResource()),
                  spec.shown(spec.ladder().maxResource()),
                  spec.unit());
              new TreeMap<>(ConfigurationCodec.tree(trial.getConfiguration()))
                  .forEach(
                      (name, value) -> out.println("  " + name + ": " + ValueFormat.exact(value)));
              if (trial.getCheckpoint() != null) {
                out.println("checkpoint: " + trial.getCheckpoint().getReference());
              }
            });
    return ExitCode.OK;
  }
}
