package io.flexhb.service.store;

import io.flexhb.avro.store.StoredImport;
import io.flexhb.avro.store.StoredImportedConfiguration;
import io.flexhb.avro.store.StoredImportedValue;
import io.flexhb.avro.store.StoredRowRange;
import io.flexhb.codec.ConfigurationCodec;
import io.flexhb.core.study.state.ImportedConfiguration;
import io.flexhb.core.study.state.LevelValue;
import io.flexhb.core.study.state.RowRanges;
import java.util.OptionalLong;

/** Converts imported configurations and values to their stored form and back. */
final class StoredImports {

  private StoredImports() {}

  static StoredImportedConfiguration toStore(ImportedConfiguration known) {
    return new StoredImportedConfiguration(
        known.number(),
        ConfigurationCodec.toWire(known.configuration()),
        known.levels().stream()
            .map(v -> new StoredImportedValue(v.level(), v.resource(), v.value()))
            .toList(),
        known.failedAt().isPresent() ? known.failedAt().getAsLong() : null);
  }

  static ImportedConfiguration fromStore(StoredImportedConfiguration stored) {
    return new ImportedConfiguration(
        stored.getNumber(),
        ConfigurationCodec.fromWire(stored.getConfiguration()),
        stored.getLevels().stream()
            .map(v -> new LevelValue(v.getLevel(), v.getResource(), v.getValue(), true))
            .toList(),
        stored.getFailedAt() == null
            ? OptionalLong.empty()
            : OptionalLong.of(stored.getFailedAt()));
  }

  static StoredImport toStore(String importId, RowRanges rows) {
    return new StoredImport(
        importId,
        rows.ranges().stream()
            .map(range -> new StoredRowRange(range.from(), range.until()))
            .toList());
  }

  static RowRanges fromStore(StoredImport stored) {
    return new RowRanges(
        stored.getRanges().stream()
            .map(range -> new RowRanges.Range(range.getFrom(), range.getUntil()))
            .toList());
  }
}
