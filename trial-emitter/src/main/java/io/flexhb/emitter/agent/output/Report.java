package io.flexhb.emitter.agent.output;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * What the script measured at a resource.
 *
 * @param resource absolute, from 1, in steps of the study
 * @param values the script's name of a metric to its value; the objective among them
 * @param between where it is of a resource between two steps: what the script said. It counts
 *     nowhere then
 */
public record Report(long resource, Map<String, Double> values, OptionalDouble between) {

  /** At a step. */
  public Report(long resource, Map<String, Double> values) {
    this(resource, values, OptionalDouble.empty());
  }

  /** Keeps its own copy. */
  public Report {
    values = Map.copyOf(values);
  }
}
