package io.flexhb.standalone.cli.topic;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The group of commands about topics. */
@Command(
    name = "topics",
    description =
        "Create and check the topics, print the rights they need, and hand them over to another"
            + " application.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExample:%n",
    footer = "  flexhb topics apply --partitions 8 --replication-factor 3",
    subcommands = {TopicsApplyCommand.class, TopicsAclsCommand.class, TopicsTakeOverCommand.class})
public final class TopicsCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "which one: apply, acls or take-over?");
  }
}
