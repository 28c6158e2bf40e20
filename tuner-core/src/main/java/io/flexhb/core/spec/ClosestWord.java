package io.flexhb.core.spec;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggests the word that a user probably meant. */
final class ClosestWord {

  private ClosestWord() {}

  /** The known word with the smallest edit distance, when that is small. */
  static Optional<String> to(String word, Collection<String> known) {
    String given = word.toLowerCase(Locale.ROOT);
    int most = Math.max(2, given.length() / 3);
    return known.stream()
        .filter(k -> distance(given, k.toLowerCase(Locale.ROOT)) <= most)
        .min(Comparator.comparingInt(k -> distance(given, k.toLowerCase(Locale.ROOT))));
  }

  /** The end of a sentence that names the nearest word, or all of them. */
  static String hint(String word, Collection<String> known) {
    return to(word, known)
        .map(k -> "did you mean '" + k + "'?")
        .orElse("use one of " + String.join(", ", known));
  }

  /** Levenshtein distance. */
  private static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, 1 + Math.min(previous[j], row[j - 1]));
      }
      previous = row;
    }
    return previous[b.length()];
  }
}
