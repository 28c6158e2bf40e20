package io.flexhb.emitter.agent.output;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * How to read a script's output.
 *
 * @param objective what the script calls the metric that the study optimises
 * @param counter what it calls the number that counts its resource
 * @param expressions regular expressions instead of the built-in patterns; may be empty
 * @param metrics the only metrics to keep besides the objective; empty = all
 * @param countsReports whether the script shows no counter: each line with the objective is one
 * @param latest whether the last value that is shown of a resource counts: the script shows some in
 *     between
 */
public record OutputFormat(
    String objective,
    CounterName counter,
    List<String> expressions,
    Set<String> metrics,
    boolean countsReports,
    boolean latest) {

  /**
   * Checks the expressions.
   *
   * @throws IllegalArgumentException naming the one that is wrong
   */
  public OutputFormat {
    expressions = List.copyOf(expressions);
    metrics = Set.copyOf(metrics);
    expressions.forEach(RegexLines::new);
  }

  /** Built-in patterns, all metrics. */
  public static OutputFormat of(String objective, CounterName counter) {
    return new OutputFormat(objective, counter, List.of(), Set.of(), false, false);
  }

  /** Patterns for one stream, in the order in which they are tried. */
  List<LinePattern> patterns() {
    if (!expressions.isEmpty()) {
      return expressions.stream().map(e -> (LinePattern) new RegexLines(e)).toList();
    }
    Set<String> asked = new LinkedHashSet<>(metrics);
    asked.add(objective);
    List<LinePattern> patterns = new ArrayList<>();
    patterns.add(new JsonLines(counter));
    patterns.add(new BoostingLines());
    patterns.add(new TableLines(counter));
    patterns.add(new CsvLines(counter, objective));
    patterns.add(new TextPairs(counter, asked));
    return patterns;
  }

  boolean keeps(String metric) {
    return metrics.isEmpty() || metrics.contains(metric) || metric.equals(objective);
  }
}
