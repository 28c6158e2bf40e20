package io.flexhb.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.Checkpoint;
import io.flexhb.avro.Configuration;
import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.JournalFact;
import io.flexhb.avro.MetricStatus;
import io.flexhb.avro.MetricValue;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.TrialStatus;
import io.flexhb.avro.TrialView;
import io.flexhb.client.TrialHistory;
import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.core.spec.StudySpecReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies that count in steps of 0.1 are shown in what their users count. */
class FractionalTextTest {

  private static final ResourceStep TENTHS = new ResourceStep(new BigDecimal("0.1"));
  private static final String STUDY =
      """
      study: parts
      objective: {metric: loss, direction: minimize, strategy: best}
      resource: {min: 0.1, max: 1, step: 0.1, unit: share}
      space: {lr: {type: double, low: 0.1, high: 1}}
      limits: {budget: 12.5}
      """;

  @TempDir private Path folder;

  @Test
  void shouldPlanInTheUsersUnit() throws IOException {
    Path file = Files.writeString(folder.resolve("study.yaml"), STUDY);

    CliRun text = CliRun.in(folder, "study", "apply", file.toString(), "--dry-run");
    CliRun json = CliRun.in(folder, "study", "apply", file.toString(), "--dry-run", "-o", "json");

    assertThat(text.exitCode()).as(text.err()).isEqualTo(ExitCode.OK);
    assertThat(text.out())
        .contains("  0: 9@0.1 → 3@0.3 → 1@1")
        .contains("fidelity levels: [0.1, 0.3, 0.6, 0.9, 1]")
        .contains("new trials, 6.8 share with checkpoints")
        .contains("budget: 12.5 = ")
        .contains("loss at a level: the best of its values up to there (objective.strategy: best)");
    assertThat(json.out()).contains("\"resource\"").contains("0.3").contains("\"best\"");
  }

  @Test
  void shouldNameTheNearestMultiples() throws IOException {
    Path file =
        Files.writeString(folder.resolve("study.yaml"), STUDY.replace("min: 0.1", "min: 0.25"));

    CliRun run = CliRun.in(folder, "study", "apply", file.toString(), "--dry-run");

    assertThat(run.exitCode()).isNotEqualTo(ExitCode.OK);
    assertThat(run.err()).contains("must be a multiple of step 0.1, was 0.25; write 0.2 or 0.3");
  }

  @Test
  void shouldShowCurvesInTheUsersUnit() {
    TrialHistory history = TrialHistory.of(List.of(reported(3))).get(0);
    CurveTable curve = new CurveTable("loss", TENTHS, history);

    assertThat(printed(curve::print)).contains("0.3       0.5   1");
    assertThat(printed(out -> curve.csv(new Csv(out)))).contains("\n0.3,1,w,");
    assertThat(curve.tree().get(0)).containsEntry("resource", 0.3);
  }

  @Test
  void shouldShowTrialsInTheUsersUnit() {
    TrialTable table = new TrialTable("loss", List.of(view()), Map.of());

    assertThat(printed(table::print)).contains(" 0.3       0.5 ");
    assertThat(printed(out -> table.csv(new Csv(out)))).contains("fgf,0,1,0.3,1");
    assertThat(table.tree().get(0))
        .containsEntry("resource", 0.3)
        .containsEntry("values", Map.of("0.1", 0.7, "0.3", 0.5))
        .containsEntry("checkpoint", Map.of("resource", 0.3, "reference", "there"))
        .doesNotContainKey("resourceStep");
  }

  @Test
  void shouldShowFactsInTheUsersUnit() {
    JournalEntry entry = reported(3);
    entry.setReasons(List.of());
    entry.setFacts(
        List.of(
            new JournalFact(
                "ValueRecorded",
                0,
                Map.of(
                    "attempt", "3",
                    "levels", "[{level=3, resource=10, value=3.0, measured=true}]")),
            new JournalFact(
                "Granted", 0, Map.of("command", "CONTINUE 4.0 trial 3/3 from 3 until 10 to w#0")),
            new JournalFact("RungDecided", -1, Map.of("bracket", "3", "rung", "1", "level", "3"))));

    assertThat(String.join("\n", DecisionText.lines(entry, -1, TENTHS)))
        .contains("attempt=3")
        .contains("[{level=0.3, resource=1, value=3.0, measured=true}]")
        .contains("CONTINUE 4.0 trial 3/3 from 0.3 until 1 to w#0")
        .contains("{bracket=3, level=0.3, rung=1}");
    assertThat(String.join("\n", DecisionText.lines(entry, -1, ResourceStep.ONE)))
        .contains("{level=3, resource=10,")
        .contains("from 3 until 10");
  }

  @Test
  void shouldImportInTheUsersUnit() {
    ImportDraft draft =
        new ImportDraft(
            StudySpecReader.read(StudyFile.parse("the study", STUDY.strip())).orElseThrow());
    draft.add("row 1", Map.of("lr", 0.5), List.of(Map.entry("0.3", 0.4)));
    draft.add("row 2", Map.of("lr", 0.6), List.of(Map.entry(0.25, 0.4)));

    assertThat(draft.bad()).isEqualTo(1);
  }

  private static String printed(Consumer<PrintWriter> printing) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    printing.accept(out);
    out.flush();
    return text.toString();
  }

  private static JournalEntry reported(long resource) {
    TrialEvent event = new TrialEvent();
    event.setStudy("parts");
    event.setIncarnation(new UUID(0, 1));
    event.setTrial(0);
    event.setAttempt(1);
    event.setWorker("w");
    event.setKind(TrialEventKind.METRICS);
    event.setResource(resource);
    event.setMessage("");
    event.setValues(Map.of("loss", new MetricValue(MetricStatus.FINITE, 0.5)));
    JournalEntry entry = new JournalEntry();
    entry.setStudy("parts");
    entry.setTime(Instant.EPOCH);
    entry.setInput(event);
    return entry;
  }

  private static TrialView view() {
    return new TrialView(
        "parts",
        new UUID(0, 1),
        0,
        TrialStatus.PAUSED,
        new Configuration(Map.of("lr", 0.5), Map.of()),
        "fgf",
        0,
        1,
        1,
        0,
        0,
        3L,
        Map.of("1", 0.7, "3", 0.5),
        0.5,
        "",
        new Checkpoint(3L, "there"),
        "",
        "",
        1L,
        Instant.EPOCH,
        0.1);
  }
}
