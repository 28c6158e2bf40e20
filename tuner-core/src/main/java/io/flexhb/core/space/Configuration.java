package io.flexhb.core.space;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Values for the active parameters of a search space; immutable.
 *
 * <p>A value is a {@code Double} (finite), {@code Long}, {@code String}, {@code Boolean} or {@link
 * JsonText}. Two configurations are equal when their {@link #canonical()} keys are.
 */
public final class Configuration {
  private final SortedMap<String, Object> values;
  // Filled on first use; a String is safe to publish without a lock.
  private String canonical;

  private Configuration(SortedMap<String, Object> values) {
    this.values = values;
  }

  /**
   * A configuration with these values; negative zero becomes zero.
   *
   * @throws IllegalArgumentException for another type of value, or one that is not finite; {@link
   *     SearchSpace#coerce} is the way in for what users give
   */
  public static Configuration of(Map<String, ?> values) {
    SortedMap<String, Object> copy = new TreeMap<>();
    values.forEach((name, value) -> copy.put(name, checked(name, value)));
    return new Configuration(Collections.unmodifiableSortedMap(copy));
  }

  /** Parameter name to value, sorted by name; unmodifiable. */
  public SortedMap<String, Object> values() {
    return values;
  }

  /**
   * A key that is equal for equal configurations, in every JVM. Doubles are in hexadecimal
   * notation, because the decimal one differs between Java versions.
   */
  public String canonical() {
    String key = canonical;
    if (key == null) {
      StringBuilder text = new StringBuilder(values.size() * 24);
      values.forEach(
          (name, value) -> {
            quote(text, name);
            text.append('=');
            append(text, value);
            text.append(';');
          });
      key = text.toString();
      canonical = key;
    }
    return key;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Configuration that && canonical().equals(that.canonical());
  }

  @Override
  public int hashCode() {
    return canonical().hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }

  private static Object checked(String name, Object value) {
    if (value instanceof Double number) {
      if (!Double.isFinite(number)) {
        throw new IllegalArgumentException(name + " must be finite, was " + number);
      }
      return Values.withoutNegativeZero(number);
    }
    if (value instanceof Long
        || value instanceof String
        || value instanceof Boolean
        || value instanceof JsonText) {
      return value;
    }
    String type = value == null ? "null" : value.getClass().getName();
    throw new IllegalArgumentException(
        name + " must be a Double, Long, String, Boolean or JsonText, was " + type);
  }

  private static void append(StringBuilder text, Object value) {
    if (value instanceof String string) {
      quote(text, string);
    } else if (value instanceof Double number) {
      text.append(Double.toHexString(number));
    } else {
      text.append(value);
    }
  }

  private static void quote(StringBuilder text, String string) {
    text.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\');
      }
      text.append(c);
    }
    text.append('"');
  }
}
