package io.flexhb.standalone.cli.journal;

import io.flexhb.avro.JournalEntry;
import io.flexhb.client.JournalFile;
import io.flexhb.client.JournalReader;
import io.flexhb.client.StudyClient;
import io.flexhb.codec.Definitions;
import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.core.space.Validated;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.standalone.cli.base.ClientCommand;
import io.flexhb.standalone.cli.base.CommandFailure;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.base.NonNegativeInt;
import io.flexhb.standalone.cli.output.RecordTree;
import io.flexhb.standalone.cli.process.OutageNotice;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.common.errors.InterruptException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows decisions and their reasons. */
@Command(
    name = "decisions",
    description = {
      "Show what was decided in a study, and why.",
      "With -o json each line is one entry of the journal as a JSON object."
    },
    footer = {
      "  flexhb decisions mnist --trial 17         why was trial 17 stopped?",
      "  flexhb decisions mnist --follow",
      "  flexhb decisions mnist --export mnist.avro, then: flexhb replay --file mnist.avro"
    })
public final class DecisionsCommand extends ClientCommand {

  @Parameters(paramLabel = "STUDY", description = "Name of the study.")
  private String study;

  @Option(
      names = "--trial",
      paramLabel = "N",
      converter = NonNegativeInt.class,
      description = "Only decisions about this trial.")
  private Integer trial;

  @Option(
      names = "--last",
      paramLabel = "N",
      converter = NonNegativeInt.class,
      description = "Only the last N decisions.")
  private Integer last;

  @Option(
      names = {"-f", "--follow"},
      description = "Keep showing decisions as they are made, until Ctrl-C.")
  private boolean follow;

  @Option(
      names = "--export",
      paramLabel = "FILE",
      description = "Write the whole journal to an Avro data file instead.")
  private Path export;

  private ResourceStep step = ResourceStep.ONE;

  @Override
  protected int run(StudyClient client) {
    Validated<StudySpec> spec = Definitions.readStored(client.study(study).getDefinition());
    step = spec.isValid() ? spec.orElseThrow().step() : ResourceStep.ONE;
    try (JournalReader journal = client.journal(client.study(study))) {
      List<JournalEntry> entries = journal.readToEnd();
      if (export != null) {
        return export(entries);
      }
      List<JournalEntry> shown = entries.stream().filter(this::isMeant).toList();
      int skip = last == null ? 0 : Math.max(0, shown.size() - last);
      shown.stream().skip(skip).forEach(this::print);
      if (follow) {
        follow(
            journal,
            OutageNotice.ofAnswers(
                "Kafka at " + client.cluster().config(), output()::note, System::nanoTime));
      } else if (shown.isEmpty()) {
        String about = trial == null ? "" : " about trial " + trial;
        throw CommandFailure.no("study '" + study + "' has no decisions" + about + " yet");
      }
    }
    return ExitCode.OK;
  }

  private int export(List<JournalEntry> entries) {
    try {
      JournalFile.write(export, entries);
    } catch (UncheckedIOException e) {
      throw CommandFailure.environment(e.getMessage(), e);
    }
    output().note(entries.size() + " decisions written to " + export);
    return ExitCode.OK;
  }

  private boolean isMeant(JournalEntry entry) {
    return trial == null || DecisionText.isAbout(entry, trial);
  }

  private void follow(JournalReader journal, OutageNotice outage) {
    try {
      while (true) {
        journal.poll().stream().filter(this::isMeant).forEach(this::print);
        outage.onAnswers(journal.answers());
      }
    } catch (InterruptException asked) {
      // An interrupt ends the following; it must not interrupt the closing that comes next.
      Thread.interrupted();
    }
  }

  private void print(JournalEntry entry) {
    if (output().isJson()) {
      output().line(RecordTree.of(entry), "");
    } else {
      DecisionText.lines(entry, trial == null ? -1 : trial, step).forEach(l -> output().line(l, l));
    }
  }
}
