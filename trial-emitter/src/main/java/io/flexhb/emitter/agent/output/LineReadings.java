package io.flexhb.emitter.agent.output;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What one line shows. Mutable, made anew for each line.
 *
 * <p>The counter is the script's own number of an epoch, step or round; it may be a fraction.
 */
final class LineReadings {

  /** More is no list of metrics. */
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

  /** A later value of the same name replaces the earlier; too many, or too long names, are left. */
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
