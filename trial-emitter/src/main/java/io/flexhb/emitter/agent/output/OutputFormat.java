package io.flexhb.emitter.agent.output;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * How to read a script's output.
 *
 * @param objective the script's name for the metric that the study optimizes
 * @param counter the script's name for the counter of its resource
 * @param expressions regular expressions instead of the built-in patterns; may be empty
 * @param metrics the only metrics to keep besides the objective; empty = all
 * @param countsReports whether the script shows no counter, so that each line with the objective
 *     counts as one step
 * @param latest whether the last value shown for a resource counts, because the script also shows
 *     intermediate ones
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
