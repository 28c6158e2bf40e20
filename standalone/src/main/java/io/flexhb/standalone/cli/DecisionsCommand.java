package io.flexhb.standalone.cli;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.Study;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.InterruptException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what was decided, and why. */
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
final class DecisionsCommand extends ClientCommand {

  @Parameters(paramLabel = "STUDY", description = "Name of the study.")
  private String study;

  @Option(
      names = "--trial",
      paramLabel = "N",
      converter = Count.class,
      description = "Only what is about this trial.")
  private Integer trial;

  @Option(
      names = "--last",
      paramLabel = "N",
      converter = Count.class,
      description = "Only the last N decisions.")
  private Integer last;

  @Option(
      names = {"-f", "--follow"},
      description = "Go on showing decisions as they are made, until Ctrl-C.")
  private boolean follow;

  @Option(
      names = "--export",
      paramLabel = "FILE",
      description = "Write the whole journal to an Avro data file instead.")
  private Path export;

  @Override
  int run(Cluster cluster, StudyRecords records) {
    Study existing = records.existing(study);
    try (TopicReader reader =
        cluster.readerAtBeginning(List.of(records.journalPartition(existing)))) {
      List<JournalEntry> entries = records.decisions(existing, reader);
      if (export != null) {
        JournalFile.write(export, entries);
        output().note(entries.size() + " decisions written to " + export);
        return ExitCode.OK;
      }
      List<JournalEntry> shown =
          entries.stream().filter(e -> trial == null || DecisionText.isAbout(e, trial)).toList();
      int skip = last == null ? 0 : Math.max(0, shown.size() - last);
      shown.stream().skip(skip).forEach(this::print);
      if (follow) {
        Outage outage =
            Outage.ofAnswers("Kafka at " + cluster.config(), output()::note, System::nanoTime);
        follow(existing, records, reader, outage);
      } else if (shown.isEmpty()) {
        String about = trial == null ? "" : " about trial " + trial;
        throw CommandFailure.no("study '" + study + "' has no decisions" + about + " yet");
      }
    }
    return ExitCode.OK;
  }

  private void follow(Study existing, StudyRecords records, TopicReader reader, Outage outage) {
    try {
      followUntilInterrupted(existing, records, reader, outage);
    } catch (InterruptException asked) {
      // To be interrupted is how following ends; what is closed next must not be.
      Thread.interrupted();
    }
  }

  private void followUntilInterrupted(
      Study existing, StudyRecords records, TopicReader reader, Outage outage) {
    while (true) {
      for (ConsumerRecord<String, byte[]> record : reader.poll()) {
        if (record.key() != null
            && record.key().startsWith(study + "/")
            && record.value() != null) {
          records
              .decode(record, JournalEntry.class)
              .filter(entry -> entry.getIncarnation().equals(existing.getIncarnation()))
              .filter(entry -> trial == null || DecisionText.isAbout(entry, trial))
              .ifPresent(this::print);
        }
      }
      outage.heard(reader.answers());
    }
  }

  private void print(JournalEntry entry) {
    if (output().isJson()) {
      output().line(Show.tree(entry), "");
    } else {
      DecisionText.lines(entry, trial == null ? -1 : trial).forEach(l -> output().line(l, l));
    }
  }
}
