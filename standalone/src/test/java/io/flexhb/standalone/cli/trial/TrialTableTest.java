package io.flexhb.standalone.cli.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.Checkpoint;
import io.flexhb.avro.Configuration;
import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.MetricStatus;
import io.flexhb.avro.MetricValue;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.TrialStatus;
import io.flexhb.avro.TrialView;
import io.flexhb.client.TrialHistory;
import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.standalone.cli.output.CsvWriter;
import io.flexhb.standalone.cli.output.ValueFormat;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TrialTableTest {
  private static final UUID INCARNATION = new UUID(1, 1);
  private static final ResourceStep TENTHS = new ResourceStep(new BigDecimal("0.1"));

  private final List<JournalEntry> journal = new ArrayList<>();

  /** Trial 0: two attempts of two workers, with a metric beside the objective. */
  private TrialHistory history() {
    entry(1_000, "a", 1, TrialEventKind.STARTED, 0, Map.of());
    entry(4_000, "a", 1, TrialEventKind.METRICS, 1, Map.of("loss", finite(0.5)));
    entry(90_000, "b", 2, TrialEventKind.STARTED, 0, Map.of());
    entry(
        92_000,
        "b",
        2,
        TrialEventKind.METRICS,
        3,
        Map.of("loss", finite(0.25), "acc", new MetricValue(MetricStatus.NAN, null)));
    return TrialHistory.of(journal).get(0);
  }

  @Test
  void shouldKnowAllMetricsTheWorkersAndHowLongTheyTrained() {
    TrialHistory history = history();

    assertThat(history.newest()).containsEntry("loss", 0.25).containsEntry("acc", "NaN");
    assertThat(history.workers()).containsExactly("a", "b");
    assertThat(history.trained()).isEqualTo(Duration.ofSeconds(5));
    assertThat(history.points()).extracting(TrialHistory.Point::resource).containsExactly(1L, 3L);
  }

  @Test
  void shouldShowTheWholeCurve() {
    LearningCurveTable curve = new LearningCurveTable("loss", ResourceStep.ONE, history());

    assertThat(printed(curve::print))
        .startsWith("RESOURCE  loss  acc  ATTEMPT  WORKER  TIME")
        .contains("3         0.25  NaN  2        b");
    assertThat(printed(out -> curve.csv(new CsvWriter(out))))
        .startsWith("resource,attempt,worker,time,loss,acc")
        .contains("1,1,a,1970-01-01T00:00:04Z,0.5,")
        .contains("3,2,b,1970-01-01T00:01:32Z,0.25,NaN");
  }

  @Test
  void shouldListTrialsWithAllMetricsInEachForm() {
    TrialTable table = new TrialTable("loss", List.of(view("x, \"y\"")), Map.of(0, history()));

    assertThat(printed(table::print))
        .contains("RESOURCE  loss  acc  ATTEMPT  WORKER  TIME  CONFIGURATION")
        .contains("3         0.25  NaN  2        a,b     5.0s  lr=0.1");
    assertThat(table.tree().get(0))
        .containsEntry("trainedSeconds", 5.0)
        .containsEntry("workers", List.of("a", "b"));
    assertThat(printed(out -> table.csv(new CsvWriter(out))))
        .contains("trainedSeconds,loss,acc,param.lr,reason")
        .contains("a b,5.0,0.25,NaN,0.1,\"x, \"\"y\"\"\"");
  }

  @Test
  void shouldShowCurvesInTheUsersUnit() {
    TrialHistory history = TrialHistory.of(List.of(reported(3))).get(0);
    LearningCurveTable curve = new LearningCurveTable("loss", TENTHS, history);

    assertThat(printed(curve::print)).contains("0.3       0.5   1");
    assertThat(printed(out -> curve.csv(new CsvWriter(out)))).contains("\n0.3,1,w,");
    assertThat(curve.tree().get(0)).containsEntry("resource", 0.3);
  }

  @Test
  void shouldShowTrialsInTheUsersUnit() {
    TrialTable table = new TrialTable("loss", List.of(fractional()), Map.of());

    assertThat(printed(table::print)).contains(" 0.3       0.5 ");
    assertThat(printed(out -> table.csv(new CsvWriter(out)))).contains("fgf,0,1,0.3,1");
    assertThat(table.tree().get(0))
        .containsEntry("resource", 0.3)
        .containsEntry("values", Map.of("0.1", 0.7, "0.3", 0.5))
        .containsEntry("checkpoint", Map.of("resource", 0.3, "reference", "there"))
        .doesNotContainKey("resourceStep");
  }

  @Test
  void shouldWriteTimesAsPeopleRead() {
    assertThat(List.of(0, 950, 12_345, 245_000, 3_720_000).stream().map(Duration::ofMillis))
        .extracting(ValueFormat::duration)
        .containsExactly("-", "950ms", "12.3s", "4m05s", "1h02m");
  }

  private static String printed(Consumer<PrintWriter> print) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    print.accept(out);
    out.flush();
    return text.toString();
  }

  private static MetricValue finite(double value) {
    return new MetricValue(MetricStatus.FINITE, value);
  }

  private void entry(
      long time,
      String worker,
      int attempt,
      TrialEventKind kind,
      long resource,
      Map<String, MetricValue> values) {
    TrialEvent event =
        TrialEvent.newBuilder()
            .setStudy("s")
            .setIncarnation(INCARNATION)
            .setTrial(0)
            .setAttempt(attempt)
            .setWorker(worker)
            .setKind(kind)
            .setResource(resource)
            .setValues(values)
            .build();
    journal.add(
        new JournalEntry(
            "s",
            INCARNATION,
            journal.size() + 1L,
            Instant.ofEpochMilli(time),
            "5",
            "t",
            0,
            (long) journal.size(),
            event,
            List.of(),
            List.of(),
            List.of()));
  }

  private static TrialView view(String reason) {
    return TrialView.newBuilder()
        .setStudy("s")
        .setIncarnation(INCARNATION)
        .setTrial(0)
        .setStatus(TrialStatus.PAUSED)
        .setConfiguration(new Configuration(Map.of("lr", 0.1), Map.of()))
        .setResource(3)
        .setAttempt(2)
        .setValue(0.25)
        .setReason(reason)
        .build();
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

  private static TrialView fractional() {
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
