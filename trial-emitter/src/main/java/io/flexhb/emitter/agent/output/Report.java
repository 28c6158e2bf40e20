package io.flexhb.emitter.agent.output;

import java.util.Map;

/**
 * What the script measured at a resource.
 *
 * @param resource absolute, from 1
 * @param values the script's name of a metric to its value; the objective among them
 */
public record Report(long resource, Map<String, Double> values) {

  /** Keeps its own copy. */
  public Report {
    values = Map.copyOf(values);
  }
}
