package io.flexhb.emitter;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The hyperparameters of a trial. Numbers are converted where that loses nothing. A hyperparameter
 * whose condition does not hold in this configuration is absent: ask {@link #isActive} first.
 */
public final class TrialConfiguration {

  private final SortedMap<String, Object> values;

  /** The configuration in a grant; null stands for no values. */
  static TrialConfiguration of(io.flexhb.avro.Configuration granted) {
    if (granted == null) {
      return new TrialConfiguration(Map.of());
    }
    Map<String, Object> values = new HashMap<>(granted.getValues());
    granted.getJson().forEach((name, text) -> values.put(name, JsonValue.parse(text)));
    return new TrialConfiguration(values);
  }

  /** Values are Double, Long, String, Boolean, null, or lists of these and lists. */
  TrialConfiguration(Map<String, Object> values) {
    this.values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
  }

  /** Whether the hyperparameter has a value in this configuration. */
  public boolean isActive(String name) {
    return values.containsKey(name);
  }

  /**
   * A number.
   *
   * @throws IllegalArgumentException when the hyperparameter is absent or not a number
   */
  public double getDouble(String name) {
    if (value(name) instanceof Number number) {
      return number.doubleValue();
    }
    throw wrongType(name, "a number");
  }

  /**
   * A whole number.
   *
   * @throws IllegalArgumentException when the hyperparameter is absent or not a whole number
   */
  public long getLong(String name) {
    Object value = value(name);
    if (value instanceof Long whole) {
      return whole;
    }
    if (value instanceof Double number
        && number == Math.rint(number)
        && Math.abs(number) < 1L << 53) {
      return number.longValue();
    }
    throw wrongType(name, "a whole number");
  }

  /**
   * A whole number that fits an int.
   *
   * @throws IllegalArgumentException when the hyperparameter is absent, not a whole number or too
   *     large
   */
  public int getInt(String name) {
    long value = getLong(name);
    if (value != (int) value) {
      throw wrongType(name, "an int");
    }
    return (int) value;
  }

  /**
   * A category.
   *
   * @throws IllegalArgumentException when the hyperparameter is absent or not a string
   */
  public String getString(String name) {
    if (value(name) instanceof String text) {
      return text;
    }
    throw wrongType(name, "a string");
  }

  /**
   * A boolean.
   *
   * @throws IllegalArgumentException when the hyperparameter is absent or neither true nor false
   */
  public boolean getBoolean(String name) {
    if (value(name) instanceof Boolean truth) {
      return truth;
    }
    throw wrongType(name, "true or false");
  }

  /** Whether the hyperparameter's value is null. */
  public boolean isNull(String name) {
    return value(name) == null;
  }

  /**
   * A list of Double, Long, String, Boolean, null and lists; not modifiable.
   *
   * @throws IllegalArgumentException when the hyperparameter is absent or not a list
   */
  public List<?> getList(String name) {
    if (value(name) instanceof List<?> list) {
      return list;
    }
    throw wrongType(name, "a list");
  }

  /**
   * Name to value (Double, Long, String, Boolean, null or a list), sorted by name; not modifiable.
   */
  public SortedMap<String, Object> asMap() {
    return values;
  }

  private Object value(String name) {
    if (!values.containsKey(name)) {
      throw new IllegalArgumentException(
          "hyperparameter '"
              + name
              + "' has no value in this configuration, which has "
              + values.keySet()
              + ": check the name, or ask isActive(name) first when it is conditional");
    }
    return values.get(name);
  }

  private IllegalArgumentException wrongType(String name, String wanted) {
    return new IllegalArgumentException(
        "hyperparameter '" + name + "' = " + values.get(name) + " is not " + wanted);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TrialConfiguration configuration && values.equals(configuration.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
