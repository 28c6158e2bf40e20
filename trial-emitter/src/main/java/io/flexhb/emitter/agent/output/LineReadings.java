package io.flexhb.emitter.agent.output;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The readings of one line. Mutable; a new instance per line.
 *
 * <p>The counter is the script's own number of an epoch, step or round; it may be a fraction.
 */
final class LineReadings {

  /** A line with more values is not a list of metrics. */
  static final int MOST_VALUES = 100;

  private static final int LONGEST_NAME = 100;

  private final Map<String, Double> values = new LinkedHashMap<>();
  private OptionalDouble counter = OptionalDouble.empty();

  OptionalDouble counter() {
    return counter;
  }

  void counter(double number) {
    counter = OptionalDouble.of(number);
  }

  Map<String, Double> values() {
    return values;
  }

  /**
   * Adds a value. A later value of the same name replaces the earlier one; values beyond the limit
   * and overlong names are ignored.
   */
  void value(String name, double number) {
    if (!name.isEmpty()
        && name.length() <= LONGEST_NAME
        && (values.size() < MOST_VALUES || values.containsKey(name))) {
      values.put(name, number);
    }
  }

  boolean isEmpty() {
    return values.isEmpty() && counter.isEmpty();
  }
}
