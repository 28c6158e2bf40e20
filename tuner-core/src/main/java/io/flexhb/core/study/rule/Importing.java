package io.flexhb.core.study.rule;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Problem;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.decision.ResultBuilder;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.ImportRow;
import io.flexhb.core.study.message.Metric;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.ImportedConfiguration;
import io.flexhb.core.study.state.ImportedRow;
import io.flexhb.core.study.state.Imports;
import io.flexhb.core.study.state.LevelValue;
import io.flexhb.core.study.state.RowRanges;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Imports earlier results as data for models and rank correlations. They are not trials, so they do
 * not affect ranks, pools, budget, limits or the best value. A row counts only once however often
 * it is sent.
 */
public final class Importing {

  /** Most bad rows that a rejection names. */
  private static final int MOST_NAMED = 5;

  private Importing() {}

  /**
   * All problems of a row as data of a study; empty when it is valid.
   *
   * @param row with the configuration in the space's types, see {@link
   *     io.flexhb.core.space.SearchSpace#coerce}
   */
  public static List<Problem> check(StudySpec spec, ImportRow row) {
    List<Problem> problems = new ArrayList<>(spec.space().check(row.configuration()));
    if (row.measurements().isEmpty()) {
      problems.add(new Problem("measurements", "is empty; give at least one"));
    }
    for (ImportRow.Measurement measurement : row.measurements()) {
      resource(spec, measurement.resource()).ifPresent(problems::add);
      if (!(measurement.metric() instanceof Metric.Finite)
          && !(measurement.metric() instanceof Metric.NotFinite)) {
        problems.add(
            new Problem(
                spec.objective().metric(),
                "is missing at resource "
                    + spec.shown(measurement.resource())
                    + "; give the study's objective, NaN where the training failed"));
      }
    }
    return List.copyOf(problems);
  }

  private static Optional<Problem> resource(StudySpec spec, long resource) {
    long most = spec.ladder().maxResource();
    if (resource < 1) {
      return Optional.of(
          new Problem(
              "resource", "must be at least " + spec.shown(1) + ", was " + spec.shown(resource)));
    }
    return resource <= most
        ? Optional.empty()
        : Optional.of(
            new Problem(
                "resource",
                "is above "
                    + spec.shown(most)
                    + ", the most that a trial gets, was "
                    + spec.shown(resource)
                    + "; give a value measured at or below it, or leave it out"));
  }

  static RuleResult take(RuleContext study, StudyEvent.Imported event) {
    if (event.incarnation().isPresent()
        && !event.incarnation().get().equals(study.state().incarnation())) {
      return RuleResult.rejected(
          Rejection.Kind.ZOMBIE,
          Text.of(
              "import '%s' is for another incarnation of study %s",
              event.importId(), study.spec().study()));
    }
    if (study.state().status().isOver()) {
      return RuleResult.rejected(
          Rejection.Kind.LATE,
          Text.of(
              "import '%s': the study is over, it learns nothing more: %s",
              event.importId(), study.state().statusReason()));
    }
    if (!study.state().imports().rows().containsKey(event.importId())
        && study.state().imports().rows().size() >= Imports.MOST_IDS) {
      return RuleResult.rejected(
          Rejection.Kind.INVALID,
          Text.of(
              "import '%s': the study has had %d imports, which is the most; send more rows with"
                  + " one id",
              event.importId(), Imports.MOST_IDS));
    }
    Taking taking = new Taking(study.spec(), study.state().imports(), event.importId());
    event.rows().forEach(taking::take);
    return taking.done(study.result());
  }

  /** Processes rows one after the other: each sees the data of those before it. */
  private static final class Taking {
    private final StudySpec spec;
    private final String importId;
    private final List<ImportedRow> taken = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private Imports imports;
    private RowRanges rows = RowRanges.NONE;
    private int repeated;

    Taking(StudySpec spec, Imports imports, String importId) {
      this.spec = spec;
      this.imports = imports;
      this.importId = importId;
    }

    void take(ImportRow given) {
      if (imports.contain(importId, given.row())) {
        repeated++;
        return;
      }
      Configuration configuration = spec.space().coerce(given.configuration().values());
      ImportRow row = new ImportRow(given.row(), configuration, given.measurements());
      List<Problem> problems = check(spec, row);
      Optional<ImportedConfiguration> known = imports.find(configuration.canonical());
      if (!problems.isEmpty()) {
        refused.add(Text.of("row %d: %s", row.row(), problems));
      } else if (known.isEmpty() && imports.configurations().size() >= Imports.MOST) {
        refused.add(
            Text.of(
                "row %d: the study has %d imported configurations, which is the most",
                row.row(), Imports.MOST));
      } else {
        ImportedRow result = result(row, known);
        taken.add(result);
        rows = rows.with(row.row());
        imports = imports.with(importId, result);
      }
    }

    private ImportedRow result(ImportRow row, Optional<ImportedConfiguration> known) {
      SortedMap<Long, LevelValue> values = new TreeMap<>();
      OptionalLong failedAt = OptionalLong.empty();
      for (ImportRow.Measurement measurement :
          row.measurements().stream()
              .sorted(Comparator.comparingLong(ImportRow.Measurement::resource))
              .toList()) {
        OptionalLong at = spec.fidelityLevelAt(measurement.resource());
        if (at.isEmpty()) {
          continue;
        }
        long level = at.getAsLong();
        if (measurement.metric().finite().isEmpty()) {
          failedAt = ImportedConfiguration.lower(failedAt, at);
        } else if (known.filter(k -> k.isMeasuredAt(level)).isEmpty()) {
          double value = spec.objective().minimised(measurement.metric().finite().getAsDouble());
          values.putIfAbsent(level, new LevelValue(level, measurement.resource(), value, true));
        }
      }
      int number = known.map(ImportedConfiguration::number).orElse(imports.configurations().size());
      return new ImportedRow(
          row.row(), number, row.configuration(), List.copyOf(values.values()), failedAt);
    }

    RuleResult done(ResultBuilder found) {
      if (!refused.isEmpty()) {
        found.reject(
            Rejection.Kind.INVALID,
            Text.of("import '%s', %d row(s) refused: %s", importId, refused.size(), named()));
      } else if (taken.isEmpty()) {
        found.reject(
            Rejection.Kind.DUPLICATE,
            Text.of("import '%s': %d row(s) were imported before", importId, repeated));
      }
      return taken.isEmpty()
          ? found.done()
          : found
              .fact(new Fact.MeasurementsImported(importId, taken))
              .because("import", -1, text(), values())
              .done();
    }

    private String named() {
      int more = refused.size() - MOST_NAMED;
      return String.join("; ", refused.subList(0, Math.min(MOST_NAMED, refused.size())))
          + (more > 0 ? Text.of("; and %d more", more) : "");
    }

    private String text() {
      int values = taken.stream().mapToInt(row -> row.levels().size()).sum();
      long configurations = taken.stream().mapToInt(ImportedRow::number).distinct().count();
      long failed = taken.stream().filter(row -> row.failedAt().isPresent()).count();
      return Text.of(
              "import '%s': %d value(s) of %d configuration(s) are data from now on",
              importId, values, configurations)
          + (failed > 0 ? Text.of(", %d failed", failed) : "")
          + (repeated > 0 ? Text.of("; %d row(s) were imported before", repeated) : "")
          + (refused.isEmpty() ? "" : Text.of("; %d row(s) are refused", refused.size()));
    }

    private SortedMap<String, String> values() {
      SortedMap<Long, Integer> counts = new TreeMap<>();
      for (ImportedRow row : taken) {
        row.levels().forEach(value -> counts.merge(value.level(), 1, Integer::sum));
      }
      List<String> levels = new ArrayList<>();
      counts.forEach((level, count) -> levels.add(Text.of("@%s %d", spec.shown(level), count)));
      SortedMap<String, String> values = new TreeMap<>();
      values.put("rows", rows.toString());
      values.put("values", String.join(" ", levels));
      if (!refused.isEmpty()) {
        values.put("refused", named());
      }
      return values;
    }
  }
}
