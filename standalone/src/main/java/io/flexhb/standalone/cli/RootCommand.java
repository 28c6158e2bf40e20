package io.flexhb.standalone.cli;

import io.flexhb.core.study.StudyEngine;
import io.flexhb.standalone.cli.base.Verbosity;
import io.flexhb.standalone.cli.demo.DemoCommand;
import io.flexhb.standalone.cli.dev.DevCommand;
import io.flexhb.standalone.cli.dlq.DlqCommand;
import io.flexhb.standalone.cli.installation.AuditCommand;
import io.flexhb.standalone.cli.installation.DoctorCommand;
import io.flexhb.standalone.cli.journal.DecisionsCommand;
import io.flexhb.standalone.cli.journal.ReplayCommand;
import io.flexhb.standalone.cli.load.SimulateCommand;
import io.flexhb.standalone.cli.study.StudyCommand;
import io.flexhb.standalone.cli.topic.TopicsCommand;
import io.flexhb.standalone.cli.trial.BestCommand;
import io.flexhb.standalone.cli.trial.TrialsCommand;
import io.flexhb.standalone.cli.tuner.TunerCommand;
import io.flexhb.standalone.cli.worker.AgentCommand;
import io.flexhb.standalone.cli.worker.ConformanceCommand;
import io.flexhb.standalone.cli.worker.TrainerCommand;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code flexhb} itself. Commands are registered here. */
@Command(
    name = "flexhb",
    description = "Event-driven hyperparameter tuning on Kafka Streams.",
    mixinStandardHelpOptions = true,
    versionProvider = RootCommand.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExample:%n",
    footer = {
      "  flexhb demo                       a whole study on this machine, nothing to set up",
      "  flexhb dev                        broker, registry and tuner on this machine",
      "  flexhb study apply mnist.yaml     start a study",
      "  flexhb agent --study mnist -- python train.py --lr {lr}      tune a script as it is",
      "  flexhb decisions mnist --trial 17 why was my trial stopped?",
      "",
      "Exit codes: 0 success, 1 negative answer, 2 wrong command line or input, 3 environment."
    },
    subcommands = {
      DemoCommand.class,
      DevCommand.class,
      TunerCommand.class,
      StudyCommand.class,
      AgentCommand.class,
      TrialsCommand.class,
      BestCommand.class,
      DecisionsCommand.class,
      ReplayCommand.class,
      AuditCommand.class,
      SimulateCommand.class,
      ConformanceCommand.class,
      TrainerCommand.class,
      TopicsCommand.class,
      DlqCommand.class,
      DoctorCommand.class,
      AutoComplete.GenerateCompletion.class,
      CommandLine.HelpCommand.class
    })
final class RootCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Mixin(name = Verbosity.MIXIN)
  private Verbosity verbosity;

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "which command?");
  }

  /** Version of the build and of the engine; the latter decides which journals can be replayed. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String build = RootCommand.class.getPackage().getImplementationVersion();
      return new String[] {
        "flexhb " + (build == null ? "(not packaged)" : build),
        "engine " + StudyEngine.VERSION,
        "Java " + System.getProperty("java.version")
      };
    }
  }
}
