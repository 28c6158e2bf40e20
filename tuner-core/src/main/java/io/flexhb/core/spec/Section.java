package io.flexhb.core.spec;

import io.flexhb.core.space.Problem;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One map of a study's tree, read key by key. Problems go to a list with their paths, and the read
 * returns as if the key were absent, so that one pass finds everything.
 */
final class Section {
  private final String path;
  private final Map<String, Object> values;
  private final List<Problem> problems;
  private final Set<String> asked = new LinkedHashSet<>();

  private Section(String path, Map<?, ?> values, List<Problem> problems) {
    this.path = path;
    this.values = new LinkedHashMap<>();
    values.forEach((key, value) -> this.values.put(String.valueOf(key), value));
    this.problems = problems;
  }

  static Section root(Map<String, ?> tree, List<Problem> problems) {
    return new Section("", tree, problems);
  }

  /** The keys as given, in order. */
  Set<String> keys() {
    return values.keySet();
  }

  String path(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  void problem(String key, String message) {
    problems.add(new Problem(path(key), message));
  }

  /** Reports a missing required key. */
  void require(String key, String how) {
    asked.add(key);
    if (!values.containsKey(key)) {
      problem(key, "is missing; " + how);
    }
  }

  /** The value as it is, for keys with more than one form. */
  Optional<Object> any(String key) {
    asked.add(key);
    if (values.containsKey(key) && values.get(key) == null) {
      problem(key, "is empty; give a value or remove the key");
    }
    return Optional.ofNullable(values.get(key));
  }

  /** The value as it is, null too; null when the key is not there. */
  Object given(String key) {
    asked.add(key);
    return values.get(key);
  }

  Optional<Section> section(String key) {
    return any(key).flatMap(value -> element(key, value));
  }

  /** A section that is an element of a key's list. */
  Optional<Section> element(String key, Object value) {
    return value instanceof Map<?, ?> map
        ? Optional.of(new Section(path(key), map, problems))
        : wrong(key, "a section with keys of its own", value);
  }

  Optional<List<?>> list(String key) {
    return any(key)
        .flatMap(
            value ->
                value instanceof List<?> list
                    ? Optional.of(list)
                    : wrong(key, "a list such as [a, b]", value));
  }

  Optional<String> text(String key) {
    return any(key)
        .flatMap(
            value -> {
              if (value instanceof String text) {
                return Optional.of(text);
              }
              boolean scalar = value instanceof Number || value instanceof Boolean;
              return wrong(key, scalar ? "text; put it in quotes" : "text", value);
            });
  }

  /** Text of a form. */
  Optional<String> text(String key, Pattern form, String how) {
    return text(key)
        .filter(
            text -> {
              boolean good = form.matcher(text).matches();
              if (!good) {
                problem(key, "was " + shown(text) + "; " + how);
              }
              return good;
            });
  }

  Optional<String> word(String key, List<String> words) {
    return text(key)
        .filter(
            text -> {
              boolean good = words.contains(text);
              if (!good) {
                problem(
                    key,
                    "must be "
                        + String.join(" or ", words)
                        + ", was "
                        + shown(text)
                        + ClosestWord.to(text, words)
                            .map(w -> "; did you mean '" + w + "'?")
                            .orElse(""));
              }
              return good;
            });
  }

  Optional<Boolean> flag(String key) {
    return any(key)
        .flatMap(
            value ->
                value instanceof Boolean flag
                    ? Optional.of(flag)
                    : wrong(key, "true or false", value));
  }

  OptionalLong whole(String key, long min, long max) {
    Optional<Object> value = any(key);
    return value.isEmpty() ? OptionalLong.empty() : whole(key, value.get(), min, max);
  }

  /** A whole number, or a word in its place that stands for none. */
  OptionalLong wholeOr(String none, String key, long min, long max) {
    Optional<Object> value = any(key).filter(given -> !given.equals(none));
    if (value.filter(given -> !(given instanceof Number)).isPresent()) {
      wrong(key, "a whole number or " + none, value.get());
      return OptionalLong.empty();
    }
    return value.isEmpty() ? OptionalLong.empty() : whole(key, value.get(), min, max);
  }

  /** One value of a key, or an element of its list, as a whole number. */
  OptionalLong whole(String key, Object value, long min, long max) {
    OptionalLong number = exact(value);
    if (number.isEmpty()) {
      wrong(key, "a whole number", value);
    } else if (number.getAsLong() < min || number.getAsLong() > max) {
      problem(key, "must be from " + min + " to " + max + ", was " + number.getAsLong());
      return OptionalLong.empty();
    }
    return number;
  }

  OptionalDouble number(String key) {
    Optional<Object> value = any(key);
    return value.isEmpty() ? OptionalDouble.empty() : number(key, value.get());
  }

  /** One value of a key, or an element of its list, as a finite number. */
  OptionalDouble number(String key, Object value) {
    if (!(value instanceof Number number)) {
      wrong(key, "a number", value);
      return OptionalDouble.empty();
    }
    if (!Double.isFinite(number.doubleValue())) {
      problem(key, "must be finite, was " + number + "; give a number");
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(number.doubleValue());
  }

  Optional<BigDecimal> decimal(String key) {
    return any(key).flatMap(value -> decimal(key, value));
  }

  /** One value of a key, or an element of its list, as the number that was written. */
  Optional<BigDecimal> decimal(String key, Object value) {
    return number(key, value).isPresent()
        ? Optional.of(new BigDecimal(value.toString()))
        : Optional.empty();
  }

  /** A time span in milliseconds, at least 1. */
  OptionalLong duration(String key) {
    Optional<Object> value = any(key);
    if (value.isEmpty()) {
      return OptionalLong.empty();
    }
    OptionalLong millis =
        value.get() instanceof String text ? Durations.parse(text) : OptionalLong.empty();
    if (millis.isEmpty()) {
      wrong(key, "a time span with its unit, such as 500ms, 30s, 5m, 1h30m or 2d", value.get());
    } else if (millis.getAsLong() < 1 || millis.getAsLong() > Durations.LONGEST_MILLIS) {
      problem(key, "must be from 1ms to 365d, was " + value.get());
      return OptionalLong.empty();
    }
    return millis;
  }

  /** Reports every unknown key. */
  void done() {
    for (String key : values.keySet()) {
      if (!asked.contains(key)) {
        problem(key, "is unknown; " + ClosestWord.hint(key, asked));
      }
    }
  }

  private <T> Optional<T> wrong(String key, String expected, Object value) {
    problem(key, "must be " + expected + ", was " + shown(value));
    return Optional.empty();
  }

  private static OptionalLong exact(Object value) {
    if (value instanceof Integer || value instanceof Long || value instanceof Short) {
      return OptionalLong.of(((Number) value).longValue());
    }
    if (value instanceof BigInteger || value instanceof BigDecimal || value instanceof Double) {
      try {
        return OptionalLong.of(new BigDecimal(value.toString()).longValueExact());
      } catch (ArithmeticException | NumberFormatException e) {
        return OptionalLong.empty(); // a fraction, not finite, or larger than a long
      }
    }
    return OptionalLong.empty();
  }

  /** A value as shown in messages. */
  static String shown(Object value) {
    if (value instanceof Map) {
      return "a section";
    }
    String text = String.valueOf(value);
    String cut = text.length() > 60 ? text.substring(0, 57) + "..." : text;
    return value instanceof String ? "'" + cut + "'" : cut;
  }
}
