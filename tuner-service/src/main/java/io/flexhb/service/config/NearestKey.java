package io.flexhb.service.config;

import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Finds the known key that a mistyped key may stand for. */
final class NearestKey {

  private NearestKey() {}

  /** The message for an unknown key, with the nearest known one; empty when the key is known. */
  static Optional<String> unknown(String key) {
    if (Setting.named(key).isPresent()
        || key.startsWith(RawSettings.KAFKA)
        || key.startsWith(RawSettings.REGISTRY)) {
      return Optional.empty();
    }
    String hint =
        to(key)
            .map(known -> "; did you mean " + known + "?")
            .orElse("; settings of Kafka's clients begin with kafka.");
    return Optional.of("unknown setting " + key + hint);
  }

  /** The key with the smallest edit distance; empty when all are too far from it. */
  private static Optional<String> to(String given) {
    return nearest(given, Setting::key)
        .filter(key -> distance(given, key) <= Math.max(2, key.length() / 3));
  }

  /** The variable that differs in one or two letters; others may belong to other software. */
  static Optional<String> toVariable(String given) {
    return nearest(given, Setting::variable).filter(variable -> distance(given, variable) <= 2);
  }

  private static Optional<String> nearest(String given, Function<Setting, String> name) {
    return Stream.of(Setting.values())
        .map(name)
        .min(Comparator.comparingInt(known -> distance(given, known)));
  }

  /** Levenshtein distance. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
