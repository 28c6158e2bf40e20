package io.flexhb.standalone.cli;

import io.flexhb.client.InvalidRequestException;
import io.flexhb.client.RequestRefusedException;
import io.flexhb.client.StudyClientException;
import io.flexhb.emitter.protocol.TunerUnavailableException;
import io.flexhb.registry.RegistryUnavailableException;
import io.flexhb.service.config.InvalidConfigException;
import io.flexhb.service.failure.TunerException;
import io.flexhb.standalone.cli.base.CommandFailure;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.base.Verbosity;
import io.flexhb.standalone.system.DiskSpace;
import io.flexhb.standalone.system.StartupException;
import io.flexhb.standalone.text.EscapedText;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports a failure in one line; adds the stack trace only on request. */
final class FailureReport implements IExecutionExceptionHandler {

  @Override
  public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    CommandFailure known = explained(failure);
    err.println(EscapedText.lines("flexhb: " + known.getMessage()));
    if (Verbosity.of(command).isVerbose()) {
      failure.printStackTrace(err);
    }
    err.flush();
    return known.exitCode();
  }

  int onBadCommandLine(ParameterException failure, String[] args) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("flexhb: " + failure.getMessage());
    UnmatchedArgumentException.printSuggestions(failure, err);
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    err.flush();
    return ExitCode.BAD_INPUT;
  }

  /** Runs a command; reports errors of the JVM like exceptions, which picocli would not do. */
  static int execute(ParseResult parsed) {
    try {
      return new CommandLine.RunLast().execute(parsed);
    } catch (Error failure) {
      List<CommandLine> commands = parsed.asCommandLineList();
      throw new ExecutionException(commands.get(commands.size() - 1), failure.toString(), failure);
    }
  }

  /** The innermost cause names the problem; the outer ones only say what was attempted. */
  static Throwable innermost(Throwable failure) {
    return causes(failure).reduce((outer, inner) -> inner).orElse(failure);
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause).limit(20);
  }

  private static CommandFailure explained(Exception failure) {
    if (failure instanceof CommandFailure known) {
      return known;
    }
    if (failure instanceof StudyClientException refused) {
      return explained(refused);
    }
    if (failure instanceof InvalidConfigException) {
      return CommandFailure.badInput(failure.getMessage());
    }
    if (failure instanceof StartupException
        || failure instanceof RegistryUnavailableException
        || failure instanceof TunerException
        || failure instanceof TunerUnavailableException) {
      return CommandFailure.environment(failure.getMessage(), failure);
    }
    Optional<Throwable> wrongSetting =
        causes(failure).filter(ConfigException.class::isInstance).findFirst();
    if (wrongSetting.isPresent()) {
      return CommandFailure.badInput(wrongSetting.get().getMessage());
    }
    if (DiskSpace.isExhausted(failure)) {
      return CommandFailure.environment("a disk is full: " + innermost(failure), failure);
    }
    if (failure instanceof UncheckedIOException io) {
      return CommandFailure.environment("input or output failed: " + io.getCause(), failure);
    }
    if (causes(failure).anyMatch(OutOfMemoryError.class::isInstance)) {
      return CommandFailure.environment(
          "out of memory; give more with FLEXHB_JAVA_OPTS=-Xmx4g, say", failure);
    }
    if (failure instanceof KafkaException) {
      return CommandFailure.environment("Kafka: " + innermost(failure).getMessage(), failure);
    }
    return CommandFailure.environment(
        "internal error, please report it: " + failure + " (--verbose shows where)", failure);
  }

  private static CommandFailure explained(StudyClientException failure) {
    if (failure instanceof InvalidRequestException) {
      return CommandFailure.badInput(failure.getMessage());
    }
    return failure instanceof RequestRefusedException
        ? CommandFailure.no(failure.getMessage())
        : CommandFailure.environment(failure.getMessage(), failure);
  }
}
