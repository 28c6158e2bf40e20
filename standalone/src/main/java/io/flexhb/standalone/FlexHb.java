package io.flexhb.standalone;

import io.flexhb.standalone.cli.Cli;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.process.BrokerHaltHandler;
import io.flexhb.standalone.logging.LogFormat;
import io.flexhb.standalone.logging.UncaughtExceptionLog;
import java.nio.file.Path;
import java.util.Optional;

/** The {@code flexhb} command line. */
public final class FlexHb {

  private FlexHb() {}

  /** Runs one command and ends the process with its exit code; see {@link Cli}. */
  public static void main(String[] args) {
    int exitCode;
    try {
      Thread.setDefaultUncaughtExceptionHandler(new UncaughtExceptionLog());
      Optional<String> wrong = LogFormat.problem(System.getenv());
      if (wrong.isPresent()) {
        System.err.println("flexhb: " + wrong.get());
        System.exit(ExitCode.BAD_INPUT);
      }
      BrokerHaltHandler.install();
      exitCode = Cli.of(System.getenv(), Path.of("")).execute(args);
    } catch (Error tooLittle) {
      // For example, classes cannot be loaded because too many files are open; messages need
      // classes too.
      System.err.println(
          "flexhb: cannot run ("
              + tooLittle
              + "); see that 'ulimit -n' is 1024 or more, and that there is memory");
      exitCode = ExitCode.ENVIRONMENT;
    }
    System.exit(exitCode);
  }
}
