package io.flexhb.standalone.cli;

import io.flexhb.standalone.cli.base.ConnectionOptions;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.dev.DevCommand;
import io.flexhb.standalone.cli.dev.DevRegistryCommand;
import io.flexhb.standalone.cli.tuner.TunerCommand;
import io.flexhb.standalone.cli.worker.AgentCommand;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine;

/** The whole command line: all commands, and one way to report failures. */
public final class Cli {
  /** Width of help lines, matching the texts in the commands. */
  private static final int WIDTH = 100;

  private Cli() {}

  /**
   * All commands; {@code execute} returns one of {@link ExitCode}.
   *
   * @param environment where {@code FLEXHB_*} variables are looked up
   * @param folder where {@code .flexhb} is looked up
   */
  public static CommandLine of(Map<String, String> environment, Path folder) {
    CommandLine.IFactory fallback = CommandLine.defaultFactory();
    CommandLine.IFactory factory =
        new CommandLine.IFactory() {
          @Override
          public <K> K create(Class<K> type) throws Exception {
            if (type == ConnectionOptions.class) {
              return type.cast(new ConnectionOptions(environment, folder));
            }
            if (type == AgentCommand.class) {
              return type.cast(new AgentCommand(folder));
            }
            if (type == DevRegistryCommand.class) {
              return type.cast(new DevRegistryCommand(environment));
            }
            return type == DevCommand.class
                ? type.cast(new DevCommand(environment))
                : fallback.create(type);
          }
        };
    FailureReport failures = new FailureReport();
    CommandLine cli = new CommandLine(new RootCommand(), factory);
    TunerCommand.listSettings(cli.getSubcommands().get("tuner"));
    return cli.setExecutionExceptionHandler(failures)
        .setParameterExceptionHandler(failures::onBadCommandLine)
        .setUsageHelpWidth(WIDTH)
        .setExecutionStrategy(FailureReport::execute)
        .setCaseInsensitiveEnumValuesAllowed(true);
  }
}
