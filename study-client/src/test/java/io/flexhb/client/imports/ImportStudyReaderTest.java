package io.flexhb.client.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.avro.Configuration;
import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.JournalFact;
import io.flexhb.avro.MetricStatus;
import io.flexhb.avro.MetricValue;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.TrialStatus;
import io.flexhb.avro.TrialView;
import io.flexhb.client.StudyDefinition;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.message.ImportRow;
import io.flexhb.core.study.message.Metric;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What another study measured, and where its trials failed. */
class ImportStudyReaderTest {
  private static final UUID INCARNATION = new UUID(1, 1);

  /** Levels 1, 3, 6 and 9. */
  private static final StudySpec SPEC =
      StudyDefinition.ofJson(
              """
              {"study": "heir",
               "objective": {"metric": "acc", "direction": "maximize"},
               "resource": {"max": 9},
               "algorithm": "flexhb",
               "space": {"lr": {"type": "double", "low": 0, "high": 1}},
               "limits": {"loops": 1}}
              """)
          .spec();

  private final List<JournalEntry> journal = new ArrayList<>();
  private final ImportBuilder builder = new ImportBuilder(SPEC);

  @Test
  void shouldTakeWhatWasMeasuredOfThisStudysMetricAndWhereTrialsFailed() {
    report(0, 1, "acc", .5);
    report(0, 3, "acc", .6);
    report(0, 27, "acc", .9);
    report(1, 1, "loss", .1);
    report(2, 1, "acc", .4);
    failed(2, "3");
    report(3, 1, "acc", .3);
    failed(3, "");

    ImportStudyReader.read(
        List.of(view(0, .1), view(1, .2), view(2, .3), view(3, .4), view(4, .5)), journal, builder);

    assertThat(builder.build(false).rows())
        .extracting(ImportRow::measurements)
        .containsExactly(
            List.of(measured(1, .5), measured(3, .6)),
            List.of(measured(1, .4), new ImportRow.Measurement(3, new Metric.NotFinite("NaN"))),
            List.of(measured(1, .3)));
  }

  @Test
  void shouldTellOfTrialsOutsideTheSpace() {
    report(0, 1, "acc", .5);
    report(1, 1, "acc", .5);
    ImportStudyReader.read(List.of(view(0, .1), view(1, 7)), journal, builder);

    assertThatThrownBy(() -> builder.build(false)).hasMessageContaining("trial 1: lr: must be");
    assertThat(builder.build(true).rows()).hasSize(1);
  }

  @Test
  void shouldFindNothingInAStudyThatMeasuredNothing() {
    ImportStudyReader.read(List.of(view(0, .1)), journal, builder);
    assertThat(builder.isEmpty()).isTrue();
  }

  private void report(int trial, long resource, String metric, double value) {
    TrialEvent event = new TrialEvent();
    event.setStudy("s");
    event.setIncarnation(INCARNATION);
    event.setTrial(trial);
    event.setAttempt(1);
    event.setWorker("w");
    event.setKind(TrialEventKind.METRICS);
    event.setResource(resource);
    event.setValues(Map.of(metric, new MetricValue(MetricStatus.FINITE, value)));
    entry(event, List.of());
  }

  private void failed(int trial, String level) {
    entry(null, List.of(new JournalFact("Failed", trial, Map.of("level", level))));
  }

  private void entry(TrialEvent event, List<JournalFact> facts) {
    journal.add(
        new JournalEntry(
            "s",
            INCARNATION,
            journal.size() + 1L,
            Instant.EPOCH,
            "5",
            "t",
            0,
            (long) journal.size(),
            event,
            facts,
            List.of(),
            List.of()));
  }

  private static TrialView view(int trial, double rate) {
    TrialView view = new TrialView();
    view.setStudy("s");
    view.setIncarnation(INCARNATION);
    view.setTrial(trial);
    view.setStatus(TrialStatus.STOPPED);
    view.setConfiguration(new Configuration(Map.of("lr", rate), Map.of()));
    return view;
  }

  private static ImportRow.Measurement measured(long resource, double value) {
    return new ImportRow.Measurement(resource, Metric.of(value));
  }
}
