package io.flexhb.standalone.docs;

import io.flexhb.standalone.cli.Cli;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The reference of the command line, written by the commands themselves. */
class CommandsReferenceTest {

  private static final String HEAD =
      """
      # Commands

      Generated from the code: do not edit. `flexhb COMMAND --help` prints the same.

      Exit codes of every command: 0 = success; 1 = a negative answer, such as "not found"; 2 = a wrong command line or wrong input; 3 = a
      problem of the environment, such as a broker that does not answer.
      """;

  @Test
  void shouldListEveryCommand() {
    StringBuilder text = new StringBuilder(HEAD);
    add(Cli.of(Map.of(), Path.of("")), text);
    GeneratedPage.requireUpToDate("commands.md", text.toString());
  }

  private static void add(CommandLine command, StringBuilder text) {
    String usage = command.setUsageHelpWidth(100).getUsageMessage(Ansi.OFF).stripTrailing();
    text.append("\n## ")
        .append(command.getCommandSpec().qualifiedName())
        .append("\n\n```\n")
        .append(usage)
        .append("\n```\n");
    // A command with an alias is in the map twice.
    Set<CommandLine> commands = new LinkedHashSet<>(command.getSubcommands().values());
    for (CommandLine each : commands) {
      if (!each.getCommandSpec().usageMessage().hidden() && !each.getCommandName().equals("help")) {
        add(each, text);
      }
    }
  }
}
