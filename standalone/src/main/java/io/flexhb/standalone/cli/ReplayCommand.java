package io.flexhb.standalone.cli;

import io.flexhb.avro.JournalEntry;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.standalone.journal.Replayer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Proves that a journal leads to its own decisions. */
@Command(
    name = "replay",
    description = {
      "Feed the inputs of a study's journal to the engine again and compare the decisions.",
      "Exit code 0 when all are identical, 1 with the first difference."
    },
    footer = {"  flexhb replay mnist", "  flexhb replay --file mnist.avro"})
final class ReplayCommand extends ClientCommand {

  /** Where the journal is. */
  static final class Source {
    @Parameters(paramLabel = "STUDY", arity = "1", description = "Name of a study in Kafka.")
    private String study;

    @Option(
        names = "--file",
        paramLabel = "FILE",
        required = true,
        description = "A file written by 'flexhb decisions STUDY --export FILE'.")
    private Path file;
  }

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Source source;

  @Override
  boolean needsCluster() {
    return source.file == null;
  }

  @Override
  int runAlone() {
    return replay(source.file.toString(), JournalFile.read(source.file));
  }

  @Override
  int run(Cluster cluster, StudyRecords records) {
    return replay(source.study, records.decisions(records.existing(source.study)));
  }

  private int replay(String name, List<JournalEntry> entries) {
    if (entries.isEmpty()) {
      throw CommandFailure.no(name + " has no decisions to replay");
    }
    Replay.Result result = Replay.of(entries);
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("journal", name);
    tree.put("decisions", entries.size());
    tree.put("identical", result.identical());
    result
        .difference()
        .ifPresent(
            d -> {
              tree.put("differs", d.part());
              tree.put("sequence", d.sequence());
              tree.put("journaled", Show.tree(d.journaled()));
              tree.put("replayed", Show.tree(d.replayed()));
            });
    output()
        .answer(
            tree,
            out -> {
              if (result.difference().isEmpty()) {
                out.println("identical: " + result.identical() + " decisions");
                return;
              }
              Replayer.Difference d = result.difference().get();
              JournalEntry entry = entries.get((int) result.identical());
              out.println(
                  "decision "
                      + d.sequence()
                      + " differs in its "
                      + d.part()
                      + ", the "
                      + result.identical()
                      + " before it are identical");
              out.println("  journal: " + d.journaled());
              out.println("  replay:  " + d.replayed());
              if (!entry.getEngineVersion().equals(StudyEngine.VERSION)) {
                out.println(
                    "  The journal was written by engine "
                        + entry.getEngineVersion()
                        + ", this is engine "
                        + StudyEngine.VERSION
                        + ": replay it with the version that wrote it.");
              }
            });
    return result.difference().isEmpty() ? ExitCode.OK : ExitCode.NO;
  }
}
