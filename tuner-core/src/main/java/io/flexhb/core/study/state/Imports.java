package io.flexhb.core.study.state;

import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.message.ImportRow;
import io.vavr.collection.HashMap;
import io.vavr.collection.TreeMap;
import io.vavr.collection.Vector;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * Earlier results, from imports.
 *
 * @param configurations by number
 * @param numbers canonical configuration to its number
 * @param rows accepted rows of each import, by import id
 */
public record Imports(
    Vector<ImportedConfiguration> configurations,
    HashMap<String, Integer> numbers,
    TreeMap<String, RowRanges> rows) {

  /** Most configurations that a study accepts: models slow down with more. */
  public static final int MOST = 10_000;

  /** Most imports, by their ids. */
  public static final int MOST_IDS = 1_000;

  /** Nothing was imported. */
  public static final Imports NONE = new Imports(Vector.empty(), HashMap.empty(), TreeMap.empty());

  /**
   * The imports from a store.
   *
   * @param configurations by number
   * @param rows by import id
   * @throws IllegalStateException when a configuration is missing
   */
  public static Imports of(
      List<ImportedConfiguration> configurations, Map<String, RowRanges> rows) {
    HashMap<String, Integer> numbers = HashMap.empty();
    for (int i = 0; i < configurations.size(); i++) {
      if (configurations.get(i).number() != i) {
        throw new IllegalStateException("imported configuration " + i + " is missing");
      }
      numbers = numbers.put(configurations.get(i).configuration().canonical(), i);
    }
    return new Imports(Vector.ofAll(configurations), numbers, TreeMap.ofAll(rows));
  }

  /** Whether the row was accepted. */
  public boolean contain(String importId, int row) {
    return rows.get(importId).exists(taken -> taken.contain(row));
  }

  /** The imported data of a configuration, if any. */
  public Optional<ImportedConfiguration> find(String canonical) {
    return numbers.get(canonical).map(configurations::get).toJavaOptional();
  }

  /** Whether a configuration has an imported value at this level. */
  boolean measured(String canonical, long level) {
    return find(canonical).filter(known -> known.isMeasuredAt(level)).isPresent();
  }

  /** Whether a row would add nothing, regardless of its import. */
  public boolean knows(StudySpec spec, ImportRow row) {
    Optional<ImportedConfiguration> known = find(row.configuration().canonical());
    return known.isPresent()
        && row.measurements().stream()
            .allMatch(
                measured -> {
                  OptionalLong level = spec.fidelityLevelAt(measured.resource());
                  boolean failed =
                      known.get().failedAt().orElse(Long.MAX_VALUE) <= level.orElse(Long.MAX_VALUE);
                  return level.isEmpty()
                      || (measured.metric().finite().isPresent()
                          ? known.get().isMeasuredAt(level.getAsLong())
                          : failed);
                });
  }

  /** Number of imported values at each level that has one. */
  public SortedMap<Long, Integer> valuesByLevel() {
    SortedMap<Long, Integer> counts = new java.util.TreeMap<>();
    for (ImportedConfiguration known : configurations) {
      known.levels().forEach(value -> counts.merge(value.level(), 1, Integer::sum));
    }
    return counts;
  }

  /** Number of imported configurations that count as failed from some level on. */
  public int failed() {
    return configurations.count(known -> known.failedAt().isPresent());
  }

  /**
   * Adds the effect of a row.
   *
   * @throws IllegalStateException when its number is neither that of its configuration nor the next
   */
  public Imports with(String importId, ImportedRow row) {
    String canonical = row.configuration().canonical();
    int known = numbers.getOrElse(canonical, configurations.size());
    if (known != row.number()) {
      throw new IllegalStateException(
          "imported configuration " + row.number() + " has the number " + known);
    }
    ImportedConfiguration before =
        known < configurations.size()
            ? configurations.get(known)
            : new ImportedConfiguration(
                known, row.configuration(), List.of(), OptionalLong.empty());
    ImportedConfiguration after = before.with(row.levels(), row.failedAt());
    return new Imports(
        known < configurations.size()
            ? configurations.update(known, after)
            : configurations.append(after),
        numbers.put(canonical, known),
        rows.put(importId, rows.getOrElse(importId, RowRanges.NONE).with(row.row())));
  }
}
