package io.flexhb.standalone.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine;

/**
 * The result of one command line.
 *
 * @param out standard output
 * @param err standard error
 */
public record CliRun(int exitCode, String out, String err) {

  /** Runs in a folder without an environment. */
  public static CliRun in(Path folder, String... args) {
    return in(folder, Map.of(), args);
  }

  /** Runs in a folder with these environment variables. */
  public static CliRun in(Path folder, Map<String, String> environment, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine cli = Cli.of(environment, folder);
    cli.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int exitCode = cli.execute(args);
    return new CliRun(exitCode, out.toString(), err.toString());
  }
}
