package io.flexhb.standalone.cli;

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
      StudyApply.class,
      StudyList.class,
      StudyShow.class,
      StudyEnqueue.class,
      StudyImport.class,
      StudyWish.Pause.class,
      StudyWish.Resume.class,
      StudyWish.Cancel.class,
      StudyWish.Close.class,
      StudyWish.Delete.class
    })
final class StudyCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "which one: " + String.join(", ", spec.subcommands().keySet()) + "?");
  }
}
