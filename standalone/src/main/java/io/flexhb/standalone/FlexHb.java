package io.flexhb.standalone;

import io.flexhb.standalone.cli.BrokerEnd;
import io.flexhb.standalone.cli.Cli;
import java.nio.file.Path;

/** The {@code flexhb} command line. */
public final class FlexHb {

  private FlexHb() {}

  /** Runs one command and ends the process with its exit code; see {@link Cli}. */
  public static void main(String[] args) {
    BrokerEnd.tellInThisProcess();
    System.exit(Cli.of(System.getenv(), Path.of("")).execute(args));
  }
}
