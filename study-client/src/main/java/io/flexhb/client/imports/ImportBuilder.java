package io.flexhb.client.imports;

import io.flexhb.client.InvalidRequestException;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.ConstantParameter;
import io.flexhb.core.space.Parameter;
import io.flexhb.core.space.Problem;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.message.ImportRow;
import io.flexhb.core.study.message.Metric;
import io.flexhb.core.study.rule.Importing;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Collects earlier results for a study: checks each row as it arrives, and merges the rows of one
 * configuration.
 */
public final class ImportBuilder {

  /** Lines of problems that are printed. */
  private static final int MOST_SHOWN = 50;

  private final StudySpec spec;
  private final List<String> problems = new ArrayList<>();
  private final Map<String, Gathered> byConfiguration = new LinkedHashMap<>();
  private int rejected;

  private record Gathered(Configuration configuration, List<ImportRow.Measurement> all) {}

  /**
   * @param spec of the study that imports the results
   */
  public ImportBuilder(StudySpec spec) {
    this.spec = spec;
  }

  /** The definition of the study that imports the results. */
  public StudySpec spec() {
    return spec;
  }

  /**
   * Counts a row that cannot be parsed.
   *
   * @param place its place, for messages
   * @param reason why it cannot be used
   */
  public void reject(String place, String reason) {
    rejected++;
    problems.add(place + ": " + reason);
  }

  /**
   * Adds a row, or records all its problems.
   *
   * @param place its place, for messages
   * @param values the configuration: values by parameter; constants may be omitted
   * @param measurements resource, in the study's unit, to the value of its objective: numbers or
   *     their text; NaN where the training failed
   */
  public void add(String place, Map<String, ?> values, List<Map.Entry<?, ?>> measurements) {
    Configuration configuration = spec.space().coerce(withConstants(values));
    List<ImportRow.Measurement> measured = new ArrayList<>();
    List<Problem> found = new ArrayList<>();
    for (Map.Entry<?, ?> given : measurements) {
      Optional<Long> resource = units(given.getKey());
      Optional<Metric> metric = metric(given.getValue());
      if (resource.isEmpty()) {
        found.add(
            new Problem(
                "resource",
                (spec.step().isOne()
                        ? "must be a whole number from 1 to "
                        : "must be a multiple of " + spec.step() + " up to ")
                    + spec.shown(spec.ladder().maxResource())
                    + ", was "
                    + shown(given.getKey())));
      }
      if (metric.isEmpty()) {
        found.add(
            new Problem(
                spec.objective().metric(),
                "must be a number, or NaN where the training failed, was "
                    + shown(given.getValue())));
      }
      if (resource.isPresent() && metric.isPresent()) {
        measured.add(new ImportRow.Measurement(resource.get(), metric.get()));
      }
    }
    ImportRow whole = new ImportRow(0, configuration, measured);
    Importing.check(spec, whole).stream()
        // An empty list follows from the problems found before.
        .filter(problem -> found.isEmpty() || !problem.path().equals("measurements"))
        .forEach(found::add);
    if (!found.isEmpty()) {
      rejected++;
      found.forEach(problem -> problems.add(place + ": " + problem));
      return;
    }
    byConfiguration
        .computeIfAbsent(
            configuration.canonical(), c -> new Gathered(configuration, new ArrayList<>()))
        .all()
        .addAll(measured);
  }

  /** Adds omitted constants. */
  private Map<String, Object> withConstants(Map<String, ?> values) {
    Map<String, Object> all = new LinkedHashMap<>(values);
    for (Parameter parameter : spec.space().parameters()) {
      if (parameter instanceof ConstantParameter constant && parameter.activeWhen().isEmpty()) {
        all.putIfAbsent(constant.name(), constant.value());
      }
    }
    return all;
  }

  /** A resource in whole steps of the study. */
  private Optional<Long> units(Object given) {
    try {
      BigDecimal amount = new BigDecimal(String.valueOf(given).strip());
      if (spec.step().isOne()) {
        return Optional.of(amount.longValueExact());
      }
      OptionalLong units = spec.step().units(amount);
      return units.isPresent() ? Optional.of(units.getAsLong()) : Optional.empty();
    } catch (ArithmeticException | NumberFormatException notWhole) {
      return Optional.empty();
    }
  }

  /** The metric; Missing when it is not given, empty when it is not a number. */
  private static Optional<Metric> metric(Object given) {
    if (given == null || given instanceof String text && text.isBlank()) {
      return Optional.of(new Metric.Missing());
    }
    String text = given.toString().strip();
    String plain = text.toLowerCase(Locale.ROOT).replaceFirst("^[+-]", "");
    if (List.of("nan", "inf", "infinity").contains(plain)) {
      return Optional.of(new Metric.NotFinite(text));
    }
    try {
      return Optional.of(Metric.of(new BigDecimal(text).doubleValue()));
    } catch (NumberFormatException noNumber) {
      return Optional.empty();
    }
  }

  private static String shown(Object given) {
    return given instanceof String ? "'" + given + "'" : String.valueOf(given);
  }

  /**
   * Builds the rows that the study can use.
   *
   * @param skipInvalid whether unusable rows are skipped; otherwise they are an error
   * @throws InvalidRequestException with all problems, or when no row is left
   */
  public ImportRows build(boolean skipInvalid) {
    if (rejected > 0 && !skipInvalid) {
      throw new InvalidRequestException(
          rejected
              + " row(s) cannot be imported, nothing was sent; correct them, or leave them out with"
              + " --skip-invalid:\n  "
              + problemText());
    }
    List<ImportRow> rows = new ArrayList<>();
    SortedMap<Long, Integer> values = new TreeMap<>();
    int failed = 0;
    int unused = 0;
    for (Gathered gathered : byConfiguration.values()) {
      List<ImportRow.Measurement> used = used(gathered.all());
      unused += gathered.all().size() - used.size();
      for (ImportRow.Measurement one : used) {
        if (one.metric().finite().isPresent()) {
          values.merge(spec.fidelityLevelAt(one.resource()).orElseThrow(), 1, Integer::sum);
        } else {
          failed++;
        }
      }
      if (!used.isEmpty()) {
        rows.add(new ImportRow(rows.size(), gathered.configuration(), used));
      }
    }
    if (rows.isEmpty()) {
      throw new InvalidRequestException(
          byConfiguration.isEmpty()
              ? "there is no row to import" + (rejected > 0 ? ":\n  " + problemText() : "")
              : "no measurement is at a fidelity level of the study, or above one: they are "
                  + spec.fidelityLevels().stream().map(spec::shown).toList());
    }
    return new ImportRows(rows, values, failed, unused);
  }

  /** Whether no row was added or rejected. */
  public boolean isEmpty() {
    return byConfiguration.isEmpty() && rejected == 0;
  }

  /** Number of unusable rows. */
  public int rejected() {
    return rejected;
  }

  private String problemText() {
    int more = problems.size() - MOST_SHOWN;
    return String.join("\n  ", problems.subList(0, Math.min(MOST_SHOWN, problems.size())))
        + (more > 0 ? "\n  and " + more + " more" : "");
  }

  /** The measurements that the tuner would use: the first at each level, and the first failure. */
  private List<ImportRow.Measurement> used(List<ImportRow.Measurement> all) {
    Map<Long, ImportRow.Measurement> used = new TreeMap<>();
    Optional<ImportRow.Measurement> failure = Optional.empty();
    for (ImportRow.Measurement one :
        all.stream().sorted(Comparator.comparingLong(ImportRow.Measurement::resource)).toList()) {
      OptionalLong level = spec.fidelityLevelAt(one.resource());
      if (level.isPresent() && one.metric().finite().isPresent()) {
        used.putIfAbsent(level.getAsLong(), one);
      } else if (level.isPresent() && failure.isEmpty()) {
        failure = Optional.of(one);
      }
    }
    List<ImportRow.Measurement> measurements = new ArrayList<>(used.values());
    failure.ifPresent(measurements::add);
    return measurements;
  }
}
