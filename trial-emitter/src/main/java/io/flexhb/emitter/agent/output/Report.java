package io.flexhb.emitter.agent.output;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * The values that the script measured at a resource.
 *
 * @param resource absolute, from 1, in steps of the study
 * @param values values by the script's metric names, including the objective
 * @param between the script's number when it is between two steps; such a report does not count
 */
public record Report(long resource, Map<String, Double> values, OptionalDouble between) {

  /** A report at a step. */
  public Report(long resource, Map<String, Double> values) {
    this(resource, values, OptionalDouble.empty());
  }

  /** Copies the values. */
  public Report {
    values = Map.copyOf(values);
  }
}
