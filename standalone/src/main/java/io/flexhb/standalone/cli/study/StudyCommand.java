package io.flexhb.standalone.cli.study;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The group of commands about studies. */
@Command(
    name = "study",
    description = "Create, change and show studies.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExample:%n",
    footer = {"  flexhb study apply mnist.yaml --dry-run", "  flexhb study apply mnist.yaml"},
    subcommands = {
      StudyApplyCommand.class,
      StudyListCommand.class,
      StudyShowCommand.class,
      StudyEnqueueCommand.class,
      StudyImportCommand.class,
      RequestStateCommand.Pause.class,
      RequestStateCommand.Resume.class,
      RequestStateCommand.Cancel.class,
      RequestStateCommand.Close.class,
      RequestStateCommand.Delete.class
    })
public final class StudyCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "which one: " + String.join(", ", spec.subcommands().keySet()) + "?");
  }
}
