package io.flexhb.standalone.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import io.flexhb.core.study.StudyEngine;
import org.slf4j.LoggerFactory;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code flexhb} itself: without a command it only explains. Commands are registered here. */
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
      "Exit codes: 0 ok, 1 the answer is no, 2 wrong command line or input, 3 environment."
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
  private static final String SHOW_ALL = "--verbose";

  @Spec private CommandSpec spec;

  private boolean verbose;

  @Option(
      names = {"-v", SHOW_ALL},
      scope = ScopeType.INHERIT,
      description = "Show logs and stack traces.")
  void setVerbose(boolean verbose) {
    this.verbose = verbose;
    if (verbose) {
      logAt(Level.DEBUG, Level.INFO);
    }
  }

  static RootCommand of(CommandLine command) {
    CommandLine root = command;
    while (root.getParent() != null) {
      root = root.getParent();
    }
    return root.getCommand();
  }

  boolean isVerbose() {
    return verbose;
  }

  /** For commands that answer and end: their messages say all, logs would repeat it. */
  void quiet() {
    if (!verbose) {
      logAt(Level.ERROR, Level.OFF);
    }
  }

  private static void logAt(Level ours, Level kafkas) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    // All that the configuration sets are of Kafka and Confluent, but for the root.
    context.getLoggerList().stream()
        .filter(logger -> logger.getLevel() != null)
        .forEach(logger -> logger.setLevel(kafkas));
    context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(ours);
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "which command?");
  }

  /** Version of the build and of the engine, which says whose journals can be replayed. */
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
