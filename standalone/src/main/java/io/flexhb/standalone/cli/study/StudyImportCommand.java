package io.flexhb.standalone.cli.study;

import io.flexhb.avro.Study;
import io.flexhb.client.StudyClient;
import io.flexhb.client.StudyDefinition;
import io.flexhb.client.imports.ImportBuilder;
import io.flexhb.client.imports.ImportFileReader;
import io.flexhb.client.imports.ImportRows;
import io.flexhb.client.imports.ImportStudyReader;
import io.flexhb.client.imports.StudyImport;
import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.core.sampler.Samplers;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.standalone.cli.base.ClientCommand;
import io.flexhb.standalone.cli.base.CommandFailure;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.base.NonNegativeInt;
import io.flexhb.standalone.cli.output.ValueFormat;
import io.flexhb.topics.Ids;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Imports earlier results into a study. */
@Command(
    name = "import",
    description = {
      "Import earlier results into a study, as data for its models and rank correlations. No"
          + " trials are created.",
      "The file is either CSV, whose first line names the columns (parameters, resource and the"
          + " metric of the study), or has a JSON object on each line.",
      "The same file sent again changes nothing. See docs/import.md."
    },
    footer = {
      "  flexhb study import mnist results.csv --dry-run",
      "  flexhb study import mnist --from-study mnist-last-week",
      "  echo '{\"configuration\": {\"lr\": 0.1}, \"resource\": 9, \"values\": {\"loss\": 0.3}}' |",
      "    flexhb study import mnist -"
    })
final class StudyImportCommand extends ClientCommand {

  @Parameters(index = "0", paramLabel = "STUDY", description = "Name of the study.")
  private String study;

  @Parameters(
      index = "1",
      paramLabel = "FILE",
      arity = "0..1",
      description = "CSV, or JSON lines; - = standard input.")
  private Path file;

  @Option(
      names = "--from-study",
      paramLabel = "OTHER",
      description = "Instead of a file: the values that the trials of this study have measured.")
  private String other;

  @Option(
      names = "--import-id",
      paramLabel = "ID",
      description =
          "Name by which repeated rows are recognised (default: derived from the contents).")
  private String importId;

  @Option(
      names = "--ignore",
      paramLabel = "COLUMN",
      description = "A column to ignore because it is not a parameter; repeatable.")
  private Set<String> ignored = Set.of();

  @Option(
      names = "--skip-invalid",
      description = "Leave out rows that cannot be imported, and import the others.")
  private boolean skipInvalid;

  @Option(names = "--dry-run", description = "Check all rows, and send nothing.")
  private boolean dryRun;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      converter = NonNegativeInt.class,
      defaultValue = "30",
      description = "How long to wait for the tuner's answer; 0 = not at all (default 30).")
  private int waitSeconds = 30;

  private ResourceStep step = ResourceStep.ONE;

  @Override
  protected int run(StudyClient client) {
    if ((file == null) == (other == null)) {
      throw CommandFailure.badInput("give a FILE or --from-study OTHER, one of them");
    }
    if (importId != null && !Ids.isValid(importId)) {
      throw CommandFailure.badInput(
          "--import-id '" + importId + "': use 1 to 100 of the characters A-Z a-z 0-9 . _ -");
    }
    Study existing = client.study(study);
    StudySpec spec = StudyDefinition.specOf(existing);
    step = spec.step();
    ImportBuilder builder = new ImportBuilder(spec);
    if (other == null) {
      readFile(new ImportFileReader(builder, ignored));
    } else {
      Study from = client.study(other);
      ImportStudyReader.read(client.trials(from), client.decisions(from), builder);
      if (builder.isEmpty()) {
        throw CommandFailure.no(
            "no trial of study '%s' has a value of '%s' that study '%s' could use"
                .formatted(other, spec.objective().metric(), study));
      }
    }
    ImportRows rows = builder.build(skipInvalid);
    if (builder.rejected() > 0) {
      output().note(builder.rejected() + " row(s) cannot be imported and are left out");
    }
    noteIfUnused(spec);
    String id = importId == null ? "rows-" + rows.hash() : importId;
    StudyImport prepared = StudyImport.prepare(client, existing, rows, id);
    int missing = prepared.missing();
    if (dryRun || missing == 0) {
      return answer(rows, id, missing, dryRun ? "would be imported" : "nothing to do");
    }
    prepared.send(Duration.ofSeconds(waitSeconds));
    return answer(rows, id, missing, waitSeconds > 0 ? "imported" : "sent");
  }

  private void readFile(ImportFileReader reader) {
    if (file.toString().equals("-")) {
      reader.read(System.in, "standard input");
    } else {
      reader.read(file);
    }
  }

  private void noteIfUnused(StudySpec spec) {
    boolean model =
        Samplers.require(spec.method().sampler())
            .modelNeeds(spec.space().tunedDimensions())
            .isPresent();
    if (!model && spec.method().brackets() != Method.Brackets.FLEXBAND) {
      output()
          .note(
              "nothing will use it: the sampler '"
                  + spec.method().sampler()
                  + "' has no model, and the brackets need no rank correlation");
    }
  }

  private int answer(ImportRows rows, String id, int sent, String result) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("study", study);
    tree.put("importId", id);
    tree.put("result", result);
    tree.put("configurations", rows.rows().size());
    tree.put("sent", dryRun ? 0 : sent);
    tree.put("existed", rows.rows().size() - sent);
    Map<String, Integer> values = new LinkedHashMap<>();
    rows.values().forEach((level, count) -> values.put(step.text(level), count));
    tree.put("values", values);
    tree.put("failed", rows.failed());
    tree.put("unused", rows.unused());
    output()
        .answer(
            tree,
            out -> {
              int existed = rows.rows().size() - sent;
              if (sent == 0 && existed > 0) {
                out.printf("study %s: nothing to do: import %s is there already%n", study, id);
                return;
              }
              out.printf(
                  "study %s: %d configuration(s) %s, import %s%s%n",
                  study,
                  sent,
                  result,
                  id,
                  existed > 0 ? "; " + existed + " were there already" : "");
              out.printf(
                  "values at levels: %s%s%s%n",
                  ValueFormat.counts(rows.values(), step),
                  rows.failed() > 0 ? ", failed: " + rows.failed() : "",
                  rows.unused() > 0
                      ? ", not used: "
                          + rows.unused()
                          + " (between levels, below the lowest, or a second value at one)"
                      : "");
            });
    return ExitCode.OK;
  }
}
