package io.flexhb.standalone.cli.dlq;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The group of commands about dead letters. */
@Command(
    name = "dlq",
    description = "Show the records that the tuner could not use, and send them again.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExample:%n",
    footer = "  flexhb dlq list",
    subcommands = {DlqListCommand.class, DlqShowCommand.class, DlqRedriveCommand.class})
public final class DlqCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "which one: list, show or redrive?");
  }
}
