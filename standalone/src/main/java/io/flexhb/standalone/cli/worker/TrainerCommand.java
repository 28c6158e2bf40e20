package io.flexhb.standalone.cli.worker;

import io.flexhb.client.StudyClient;
import io.flexhb.emitter.TrialClient;
import io.flexhb.emitter.TrialClientConfig;
import io.flexhb.standalone.cli.base.ClientCommand;
import io.flexhb.standalone.cli.base.CommandFailure;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.base.WorkerConfigs;
import io.flexhb.standalone.demo.DigitsWorker;
import io.flexhb.topics.Ids;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A sample worker to test an installation. */
@Command(
    name = "trainer",
    description = {
      "Run a sample worker until its study is over: it trains the multilayer perceptron of the"
          + " demo"
          + " on handwritten digits. The study must have the hyperparameters of the demo study."
    },
    footer = {
      "  flexhb trainer digits",
      "  flexhb trainer digits --slots 2 --checkpoints /mnt/shared/checkpoints"
    })
public final class TrainerCommand extends ClientCommand {
  private static final int MOST_SLOTS = 64;
  private static final Duration DELIVERY_LIMIT = Duration.ofSeconds(3);

  @Parameters(paramLabel = "STUDY", description = "Name of the study; it need not exist yet.")
  private String study;

  @Option(
      names = "--slots",
      paramLabel = "N",
      defaultValue = "1",
      description = "Trials trained at once, each on a thread (default ${DEFAULT-VALUE}).")
  private int slots;

  @Option(
      names = "--checkpoints",
      paramLabel = "FOLDER",
      defaultValue = ".flexhb/checkpoints",
      description = {
        "Folder for checkpoints; all workers of a study need the same one (default"
            + " ${DEFAULT-VALUE})."
      })
  private Path checkpoints;

  @Option(
      names = "--worker",
      paramLabel = "NAME",
      description = "Name of this worker, unlike all others (default: host, process, random).")
  private Optional<String> worker = Optional.empty();

  @Override
  protected boolean needsCluster() {
    if (slots < 1 || slots > MOST_SLOTS) {
      throw CommandFailure.badInput("--slots must be from 1 to " + MOST_SLOTS + ", is " + slots);
    }
    try {
      Ids.checkStudy(study);
      worker.ifPresent(Ids::checkWorker);
    } catch (IllegalArgumentException wrong) {
      throw CommandFailure.badInput(wrong.getMessage());
    }
    return true;
  }

  @Override
  protected int run(StudyClient client) {
    TrialClientConfig.Builder config = WorkerConfigs.of(client.cluster().config(), DELIVERY_LIMIT);
    worker.ifPresent(config::workerId);
    long epochs;
    try (TrialClient trainer = TrialClient.connect(config.build());
        DigitsWorker digits = DigitsWorker.start(trainer, study, slots, checkpoints)) {
      output().note("worker " + trainer.workerId() + " trains for study " + study);
      digits.awaitEnd();
      epochs = digits.epochs();
    }
    output().note("no more work in study " + study + "; " + epochs + " epochs trained");
    return ExitCode.OK;
  }
}
