package io.flexhb.standalone.cli.base;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The option {@code -v}, which every command inherits from the root: how much is logged. */
public final class Verbosity {

  /** The name under which the root mixes these options in. */
  public static final String MIXIN = "verbosity";

  private boolean verbose;

  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "Show logs and stack traces.")
  void setVerbose(boolean verbose) {
    this.verbose = verbose;
    if (verbose) {
      logAt(Level.DEBUG, Level.INFO);
    }
  }

  /** The verbosity of the command line that this command belongs to. */
  public static Verbosity of(CommandLine command) {
    return (Verbosity) command.getCommandSpec().root().mixins().get(MIXIN).userObject();
  }

  /** Whether logs and stack traces are requested. */
  public boolean isVerbose() {
    return verbose;
  }

  /** For commands that answer and end: their messages say everything, and logs would repeat it. */
  public void quiet() {
    if (!verbose) {
      logAt(Level.ERROR, Level.OFF);
    }
  }

  private static void logAt(Level ours, Level kafkas) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    // Except for the root, all loggers that the configuration sets belong to Kafka and Confluent.
    context.getLoggerList().stream()
        .filter(logger -> logger.getLevel() != null)
        .forEach(logger -> logger.setLevel(kafkas));
    context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(ours);
  }
}
