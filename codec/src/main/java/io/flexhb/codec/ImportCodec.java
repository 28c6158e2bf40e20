package io.flexhb.codec;

import io.flexhb.avro.ImportMeasurement;
import io.flexhb.avro.MetricStatus;
import io.flexhb.avro.MetricValue;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.SuggestionSource;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.message.ImportRow;
import io.flexhb.core.study.message.Metric;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.topics.Ids;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Converts earlier results to their wire form and back. */
public final class ImportCodec {

  /** Most rows in one record. */
  public static final int MOST_ROWS = 1_000;

  private ImportCodec() {}

  /**
   * The event of a record with the source IMPORTED.
   *
   * @param known the study's current spec, empty before the study exists
   * @throws PoisonRecord when it has none
   */
  static StudyEvent.Imported event(
      SuggestionResult imported, long time, Optional<StudySpec> known) {
    if (!Ids.isValid(imported.getImportId())) {
      throw new PoisonRecord(
          "importId '"
              + imported.getImportId()
              + "': use 1 to 100 of the characters A-Z a-z 0-9 . _ -");
    }
    if (imported.getRows().isEmpty()) {
      throw new PoisonRecord("an IMPORTED record without rows; send at least one");
    }
    if (imported.getRows().size() > MOST_ROWS) {
      throw new PoisonRecord(
          "imports "
              + imported.getRows().size()
              + " rows; send at most "
              + MOST_ROWS
              + " with one record");
    }
    return new StudyEvent.Imported(
        time,
        Optional.ofNullable(imported.getIncarnation()),
        imported.getImportId(),
        imported.getRows().stream().map(row -> row(row, known)).toList());
  }

  private static ImportRow row(io.flexhb.avro.ImportRow wire, Optional<StudySpec> known) {
    if (wire.getRow() < 0) {
      throw new PoisonRecord("row numbers begin with 0, was " + wire.getRow());
    }
    try {
      List<ImportRow.Measurement> measurements = new ArrayList<>(wire.getMeasurements().size());
      for (ImportMeasurement measured : wire.getMeasurements()) {
        Metric metric =
            known
                .map(spec -> EventCodec.metric(measured.getValues(), spec))
                .orElseGet(Metric.Missing::new);
        measurements.add(new ImportRow.Measurement(measured.getResource(), metric));
      }
      return new ImportRow(
          wire.getRow(), ConfigurationCodec.fromWire(wire.getConfiguration()), measurements);
    } catch (PoisonRecord poison) {
      throw new PoisonRecord("row " + wire.getRow() + ": " + poison.getMessage(), poison);
    }
  }

  /**
   * A batch of an import.
   *
   * @param rows valid ones, at most {@link #MOST_ROWS}
   */
  public static SuggestionResult toWire(
      StudySpec spec, UUID incarnation, String importId, List<ImportRow> rows, Instant at) {
    return new SuggestionResult(
        spec.study(),
        incarnation,
        SuggestionSource.IMPORTED,
        -1L,
        List.of(),
        1,
        -1L,
        Map.of(),
        importId,
        rows.stream().map(row -> toWire(row, spec.objective().metric())).toList(),
        at);
  }

  private static io.flexhb.avro.ImportRow toWire(ImportRow row, String metric) {
    return new io.flexhb.avro.ImportRow(
        row.row(),
        ConfigurationCodec.toWire(row.configuration()),
        row.measurements().stream()
            .map(
                measured ->
                    new ImportMeasurement(
                        measured.resource(), Map.of(metric, value(measured.metric()))))
            .toList());
  }

  /** The wire form of a value; any value that is not finite is a failed point. */
  private static MetricValue value(Metric metric) {
    return metric.finite().isPresent()
        ? new MetricValue(MetricStatus.FINITE, metric.finite().getAsDouble())
        : new MetricValue(MetricStatus.NAN, null);
  }
}
