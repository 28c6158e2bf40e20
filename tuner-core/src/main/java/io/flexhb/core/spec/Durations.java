package io.flexhb.core.spec;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Time spans in a readable form: {@code 500ms}, {@code 30s}, {@code 1h30m}, {@code 2d}. */
final class Durations {
  static final long LONGEST_MILLIS = 365L * 24 * 60 * 60 * 1000;

  private static final Pattern FORM =
      Pattern.compile(
          "(?:(\\d{1,9})d)?(?:(\\d{1,9})h)?(?:(\\d{1,9})m)?(?:(\\d{1,9})s)?(?:(\\d{1,12})ms)?");
  private static final long[] UNITS = {86_400_000, 3_600_000, 60_000, 1_000, 1};
  private static final String[] NAMES = {"d", "h", "m", "s", "ms"};

  private Durations() {}

  /** Milliseconds; empty when the text is not a time span. */
  static OptionalLong parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (text.isEmpty() || !matcher.matches()) {
      return OptionalLong.empty();
    }
    long millis = 0;
    for (int i = 0; i < UNITS.length; i++) {
      String digits = matcher.group(i + 1);
      millis += digits == null ? 0 : Long.parseLong(digits) * UNITS[i];
    }
    return OptionalLong.of(millis);
  }

  /** The shortest text that {@link #parse} reads as this many milliseconds. */
  static String show(long millis) {
    StringBuilder text = new StringBuilder();
    long rest = millis;
    for (int i = 0; i < UNITS.length; i++) {
      if (rest >= UNITS[i]) {
        text.append(rest / UNITS[i]).append(NAMES[i]);
        rest %= UNITS[i];
      }
    }
    return text.isEmpty() ? "0ms" : text.toString();
  }
}
