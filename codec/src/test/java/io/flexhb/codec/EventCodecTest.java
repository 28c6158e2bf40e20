package io.flexhb.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.avro.LeaseCheck;
import io.flexhb.avro.LeaseKind;
import io.flexhb.avro.MetricStatus;
import io.flexhb.avro.MetricValue;
import io.flexhb.avro.Study;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.SuggestionSource;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.WorkRequest;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.LeaseBook;
import io.flexhb.core.study.message.Checkpoint;
import io.flexhb.core.study.message.EndReason;
import io.flexhb.core.study.message.ImportRow;
import io.flexhb.core.study.message.LeaseKey;
import io.flexhb.core.study.message.Metric;
import io.flexhb.core.study.message.RequestedState;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.message.SuspendedTrial;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventCodecTest {

  private static final UUID INCARNATION = new UUID(1, 2);
  private static final Optional<StudySpec> SPEC =
      Optional.of(Definitions.read(definition("s")).orElseThrow());

  @Test
  void shouldReadAWish() {
    Study study =
        new Study(
            "s", INCARNATION, io.flexhb.avro.RequestedState.PAUSED, definition("s"), Instant.EPOCH);

    StudyEvent.Applied applied = (StudyEvent.Applied) event(study, Optional.empty());

    assertThat(applied.time()).isEqualTo(5);
    assertThat(applied.incarnation()).isEqualTo(INCARNATION);
    assertThat(applied.requested()).isEqualTo(RequestedState.PAUSED);
    assertThat(applied.spec().study()).isEqualTo("s");
  }

  /** Journals contain definitions that are older than the rule for names; they must replay. */
  @Test
  void shouldReadAWishWhoseStudyCouldNotBeMadeToday() {
    Study study =
        new Study(
            "-rf",
            INCARNATION,
            io.flexhb.avro.RequestedState.ACTIVE,
            definition("-rf"),
            Instant.EPOCH);

    StudyEvent.Applied applied = (StudyEvent.Applied) event(study, Optional.empty());

    assertThat(applied.spec().study()).isEqualTo("-rf");
  }

  @Test
  void shouldTakeTheKnownDefinitionWhenAWishHasNone() {
    Study study =
        new Study("s", INCARNATION, io.flexhb.avro.RequestedState.DELETED, "", Instant.EPOCH);

    assertThat(((StudyEvent.Applied) event(study, SPEC)).spec()).isSameAs(SPEC.get());
    assertThatThrownBy(() -> event(study, Optional.empty())).isInstanceOf(PoisonRecord.class);
  }

  @Test
  void shouldReadAnAsk() {
    WorkRequest ask =
        new WorkRequest(
            "s", null, "w", 2, 9L, List.of(new io.flexhb.avro.Holding(4, 3L)), null, Instant.EPOCH);

    assertThat(event(ask, SPEC))
        .isEqualTo(
            new StudyEvent.WorkAsked(
                5, Optional.empty(), new SlotId("w", 2), 9, List.of(new SuspendedTrial(4, 3))));
  }

  @Test
  void shouldReadTheObjectiveAmongAReportsMetrics() {
    TrialEvent report = trialEvent(TrialEventKind.METRICS);
    report.setResource(3);
    report.setValues(
        Map.of(
            "loss", new MetricValue(MetricStatus.FINITE, 0.5),
            "accuracy", new MetricValue(MetricStatus.FINITE, 0.9)));
    report.setCheckpoint(new io.flexhb.avro.Checkpoint(3L, "here"));

    StudyEvent.Reported reported = (StudyEvent.Reported) event(report, SPEC);

    assertThat(reported.metric()).isEqualTo(new Metric.Finite(0.5));
    assertThat(reported.resource()).isEqualTo(3);
    assertThat(reported.checkpoint()).contains(new Checkpoint(3, "here"));
    assertThat(reported.attempt().incarnation()).isEqualTo(INCARNATION);
  }

  @Test
  void shouldReadWhatIsNotANumberAsSuch() {
    assertThat(metric(MetricStatus.NAN, null)).isEqualTo(new Metric.NotFinite("NaN"));
    assertThat(metric(MetricStatus.POSITIVE_INFINITY, null)).isInstanceOf(Metric.NotFinite.class);
    assertThat(metric(MetricStatus.FINITE, Double.NaN)).isInstanceOf(Metric.NotFinite.class);
    assertThatThrownBy(() -> metric(MetricStatus.FINITE, null))
        .isInstanceOf(PoisonRecord.class)
        .hasMessageContaining("loss");
    assertThat(((StudyEvent.Reported) event(trialEvent(TrialEventKind.METRICS), SPEC)).metric())
        .isEqualTo(new Metric.Missing());
  }

  @Test
  void shouldReadAReportBetweenTwoSteps() {
    TrialEvent report = trialEvent(TrialEventKind.METRICS);
    report.setValues(Map.of("loss", new MetricValue(MetricStatus.FINITE, 0.5)));
    report.setReportedResource("0.25");

    StudyEvent.Reported read = (StudyEvent.Reported) event(report, SPEC);

    assertThat(read.metric()).isEqualTo(new Metric.BetweenSteps(new BigDecimal("0.25")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a quarter", "1e999999999", "NaN"})
  void shouldRefuseAReportedResourceThatIsNoNumber(String resource) {
    TrialEvent report = trialEvent(TrialEventKind.METRICS);
    report.setReportedResource(resource);

    assertThatThrownBy(() -> event(report, SPEC))
        .isInstanceOf(PoisonRecord.class)
        .hasMessageContaining("reportedResource");
  }

  @Test
  void shouldReadEachReasonToEnd() {
    for (io.flexhb.avro.EndReason reason : io.flexhb.avro.EndReason.values()) {
      TrialEvent ended = trialEvent(TrialEventKind.ENDED);
      ended.setEndReason(reason);
      if (reason != io.flexhb.avro.EndReason.UNKNOWN) {
        assertThat(((StudyEvent.AttemptEnded) event(ended, SPEC)).reason())
            .isEqualTo(EndReason.valueOf(reason.name()));
      }
    }
  }

  @Test
  void shouldKeepTheEndOfAMessageThatIsLongerThanTheProtocolAllows() {
    TrialEvent ended = trialEvent(TrialEventKind.ENDED);
    ended.setEndReason(io.flexhb.avro.EndReason.FAILED);
    ended.setMessage("x".repeat(2_000));
    assertThat(((StudyEvent.AttemptEnded) event(ended, SPEC)).message()).hasSize(2_000);

    ended.setMessage("x".repeat(1_000_000) + "disk full");
    assertThat(((StudyEvent.AttemptEnded) event(ended, SPEC)).message())
        .hasSize(2_004)
        .startsWith("... x")
        .endsWith("disk full");
  }

  @Test
  void shouldReadSuggestionsOfBothSources() {
    SuggestionResult result =
        new SuggestionResult(
            "s",
            INCARNATION,
            SuggestionSource.SAMPLER,
            4L,
            List.of(new io.flexhb.avro.Configuration(Map.of("lr", 0.5), Map.of())),
            1,
            8L,
            Map.of("sampler", "fgf"),
            "",
            List.of(),
            Instant.EPOCH);

    StudyEvent.SuggestionArrived arrived = (StudyEvent.SuggestionArrived) event(result, SPEC);
    assertThat(arrived.request()).isEqualTo(4);
    assertThat(arrived.snapshotVersion()).isEqualTo(8);
    assertThat(arrived.candidates().get(0).values()).isEqualTo(Map.of("lr", 0.5));

    result.setSource(SuggestionSource.ENQUEUED);
    result.setReplicate(3);
    assertThat(((StudyEvent.Enqueued) event(result, SPEC)).replicate()).isEqualTo(3);
  }

  @Test
  void shouldReadTheImportItWrites() {
    List<ImportRow> rows =
        List.of(
            new ImportRow(
                3,
                Configuration.of(Map.of("lr", .5)),
                List.of(
                    new ImportRow.Measurement(1, Metric.of(.25)),
                    new ImportRow.Measurement(3, Metric.of(Double.NaN)))),
            new ImportRow(7, Configuration.of(Map.of()), List.of()));

    assertThat(
            event(
                ImportCodec.toWire(SPEC.orElseThrow(), INCARNATION, "mine", rows, Instant.EPOCH),
                SPEC))
        .isEqualTo(new StudyEvent.Imported(5, Optional.of(INCARNATION), "mine", rows));
  }

  @Test
  void shouldSayWhichRowCannotBeRead() {
    SuggestionResult result =
        ImportCodec.toWire(
            SPEC.orElseThrow(),
            INCARNATION,
            "mine",
            List.of(new ImportRow(4, Configuration.of(Map.of()), List.of())),
            Instant.EPOCH);
    result
        .getRows()
        .get(0)
        .setConfiguration(new io.flexhb.avro.Configuration(Map.of("lr", Double.NaN), Map.of()));

    assertThatThrownBy(() -> event(result, SPEC))
        .isInstanceOf(PoisonRecord.class)
        .hasMessageStartingWith("row 4: configuration {lr=NaN}: lr must be finite");
  }

  private static List<LeaseKey> leases() {
    return List.of(
        new LeaseKey.OfAttempt(3, 2),
        new LeaseKey.OfSlot(new SlotId("w", 1)),
        new LeaseKey.OfSuggestion(12),
        new LeaseKey.OfStudy());
  }

  @ParameterizedTest
  @MethodSource("leases")
  void shouldReadBackTheLeaseChecksOfTheTuner(LeaseKey lease) {
    LeaseBook.Check check = new LeaseBook.Check(lease, 77);

    TrialEvent wire = LeaseCheckCodec.toWire("s", INCARNATION, check, 80);

    assertThat(LeaseCheckCodec.fromWire(wire)).isEqualTo(check);
    assertThat(event(wire, SPEC)).isEqualTo(new StudyEvent.LeaseExpired(5, lease));
  }

  /** The first symbol of each enum stands for one that a newer version wrote. */
  private static List<SpecificRecord> fromTheFuture() {
    List<SpecificRecord> records = new ArrayList<>();
    records.add(trialEvent(TrialEventKind.UNKNOWN));
    TrialEvent ended = trialEvent(TrialEventKind.ENDED);
    ended.setEndReason(io.flexhb.avro.EndReason.UNKNOWN);
    records.add(ended);
    TrialEvent check = trialEvent(TrialEventKind.LEASE_CHECK);
    check.setLease(new LeaseCheck(LeaseKind.UNKNOWN, 0L, Instant.EPOCH));
    records.add(check);
    TrialEvent report = trialEvent(TrialEventKind.METRICS);
    report.setValues(Map.of("loss", new MetricValue(MetricStatus.UNKNOWN, null)));
    records.add(report);
    records.add(
        new Study("s", INCARNATION, io.flexhb.avro.RequestedState.UNKNOWN, "", Instant.EPOCH));
    records.add(
        new SuggestionResult(
            "s",
            INCARNATION,
            SuggestionSource.UNKNOWN,
            0L,
            List.of(),
            1,
            0L,
            Map.of(),
            "",
            List.of(),
            Instant.EPOCH));
    return records;
  }

  @ParameterizedTest
  @MethodSource("fromTheFuture")
  void shouldRefuseSymbolsOfNewerVersions(SpecificRecord record) {
    assertThatThrownBy(() -> event(record, SPEC))
        .isInstanceOf(PoisonRecord.class)
        .hasMessageContaining("newer version");
  }

  @Test
  void shouldRefuseWorkersWithoutAProperId() {
    TrialEvent event = trialEvent(TrialEventKind.HEARTBEAT);
    event.setWorker("a b");

    assertThatThrownBy(() -> event(event, SPEC))
        .isInstanceOf(PoisonRecord.class)
        .hasMessageContaining("'a b'");
  }

  private static Metric metric(MetricStatus status, Double value) {
    TrialEvent report = trialEvent(TrialEventKind.METRICS);
    report.setValues(Map.of("loss", new MetricValue(status, value)));
    return ((StudyEvent.Reported) event(report, SPEC)).metric();
  }

  private static StudyEvent event(SpecificRecord record, Optional<StudySpec> known) {
    return EventCodec.event(record, 5, known);
  }

  private static TrialEvent trialEvent(TrialEventKind kind) {
    return TrialEvent.newBuilder()
        .setStudy("s")
        .setIncarnation(INCARNATION)
        .setTrial(1)
        .setAttempt(1)
        .setWorker("w")
        .setKind(kind)
        .setValues(Map.of())
        .build();
  }

  private static String definition(String study) {
    return """
    {"study": "%s", "objective": {"metric": "loss", "direction": "minimize"},
     "resource": {"max": 3, "eta": 3}, "limits": {"loops": 2},
     "space": {"lr": {"type": "double", "low": 0.001, "high": 1}}}
    """
        .formatted(study);
  }
}
