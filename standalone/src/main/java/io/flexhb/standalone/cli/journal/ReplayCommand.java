package io.flexhb.standalone.cli.journal;

import io.flexhb.avro.JournalEntry;
import io.flexhb.client.JournalFile;
import io.flexhb.client.StudyClient;
import io.flexhb.client.journal.Replay;
import io.flexhb.client.journal.Replayer;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.standalone.cli.base.ClientCommand;
import io.flexhb.standalone.cli.base.CommandFailure;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.output.RecordTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Proves that replaying a journal yields its own decisions. */
@Command(
    name = "replay",
    description = {
      "Feed the inputs of a study's journal to the engine again and compare the decisions.",
      "Exit code 0 when all are identical, 1 with the first difference. A difference in a"
          + " decision of another engine version is reported as such, with the first decision"
          + " that can be judged."
    },
    footer = {"  flexhb replay mnist", "  flexhb replay --file mnist.avro"})
public final class ReplayCommand extends ClientCommand {

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
  protected boolean needsCluster() {
    return source.file == null;
  }

  @Override
  protected int runAlone() {
    return replay(source.file.toString(), JournalFile.read(source.file));
  }

  @Override
  protected int run(StudyClient client) {
    return replay(source.study, client.decisions(client.study(source.study)));
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
              tree.put("journaled", RecordTree.of(d.journaled()));
              tree.put("replayed", RecordTree.of(d.replayed()));
            });
    result.judgedFrom().ifPresent(first -> tree.put("judgedFrom", first));
    output().answer(tree, out -> lines(entries, result).forEach(out::println));
    return result.difference().isEmpty() ? ExitCode.OK : ExitCode.NO;
  }

  private static List<String> lines(List<JournalEntry> entries, Replay.Result result) {
    List<String> lines = new ArrayList<>();
    if (result.difference().isEmpty()) {
      lines.add("identical: " + result.identical() + " decisions");
      result
          .judgedFrom()
          .ifPresentOrElse(
              first -> {
                if (first > 1) {
                  lines.add(
                      "  Decisions before %d were made by another version of the engine; this is engine %s."
                          .formatted(first, StudyEngine.VERSION));
                }
              },
              () ->
                  lines.add(
                      "  All were made by another version of the engine; this is engine %s."
                          .formatted(StudyEngine.VERSION)));
      return lines;
    }
    Replayer.Difference d = result.difference().get();
    lines.add(
        "decision %d differs in its %s, the %d before it are identical"
            .formatted(d.sequence(), d.part(), result.identical()));
    lines.add("  journal: " + d.journaled());
    lines.add("  replay:  " + d.replayed());
    JournalEntry entry = entries.get((int) result.identical());
    if (!entry.getEngineVersion().equals(StudyEngine.VERSION)) {
      lines.add(
          "  It was made by engine %s, and this is engine %s, which cannot judge it, nor what follows."
              .formatted(entry.getEngineVersion(), StudyEngine.VERSION));
      lines.add("  " + firstOfThisEngine(entries));
    }
    return lines;
  }

  /** The first decision of this engine in a journal with decisions of several engines. */
  private static String firstOfThisEngine(List<JournalEntry> entries) {
    return entries.stream()
        .filter(entry -> entry.getEngineVersion().equals(StudyEngine.VERSION))
        .findFirst()
        .map(
            first ->
                "The first decision of this engine is %d, in a state that is not known without the earlier engine."
                    .formatted(first.getSequence()))
        .orElse(
            "The journal holds no decision of this engine: replay it with the version that wrote"
                + " it.");
  }
}
