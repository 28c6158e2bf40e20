package io.flexhb.core.sampler;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Builds the explanation of a suggestion; numbers have the same digits in every JVM. */
final class Explanation {
  private static final MathContext DIGITS = new MathContext(4);

  private final SortedMap<String, String> entries = new TreeMap<>();

  Explanation put(String key, String value) {
    entries.put(key, value);
    return this;
  }

  Explanation put(String key, double value) {
    return put(key, shortened(value));
  }

  /** Levels with a model, and their weights. */
  Explanation weights(SortedMap<Long, Double> weights) {
    put("levels", weights.keySet().stream().map(String::valueOf).collect(Collectors.joining(" ")));
    return put(
        "weights",
        weights.values().stream().map(Explanation::shortened).collect(Collectors.joining(" ")));
  }

  Map<String, String> entries() {
    return entries;
  }

  static String shortened(double value) {
    return Double.isFinite(value)
        ? new BigDecimal(value).round(DIGITS).stripTrailingZeros().toString()
        : Double.toString(value);
  }
}
