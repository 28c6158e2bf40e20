package io.flexhb.emitter.agent.output;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Numbers as trainers print them: {@code 888, 888.33, -1, 1.2e+32, 1.5E-1, nan, inf}, in any case.
 */
public final class NumberText {

  /** A regular expression of one number. */
  static final String PATTERN =
      "[-+]?(?:(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][-+]?\\d+)?|(?i:nan|inf(?:inity)?)\\b)";

  private NumberText() {}

  /** The number; empty when the text is anything else. */
  public static OptionalDouble parse(String text) {
    if (text.isEmpty()) {
      return OptionalDouble.empty();
    }
    char first = text.charAt(0);
    boolean signed = first == '-' || first == '+';
    String magnitude = signed ? text.substring(1) : text;
    switch (magnitude.toLowerCase(Locale.ROOT)) {
      case "nan":
        return OptionalDouble.of(Double.NaN);
      case "inf", "infinity":
        return OptionalDouble.of(
            first == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
      default:
        return isDecimal(magnitude)
            ? OptionalDouble.of(Double.parseDouble(text))
            : OptionalDouble.empty();
    }
  }

  /** Excludes what Java would also accept: hexadecimal numbers and literal suffixes. */
  private static boolean isDecimal(String magnitude) {
    int at = digits(magnitude, 0);
    int digits = at;
    if (at < magnitude.length() && magnitude.charAt(at) == '.') {
      int end = digits(magnitude, at + 1);
      digits += end - at - 1;
      at = end;
    }
    if (digits == 0) {
      return false;
    }
    if (at < magnitude.length() && (magnitude.charAt(at) | 0x20) == 'e') {
      int sign = at + 1;
      if (sign < magnitude.length()
          && (magnitude.charAt(sign) == '-' || magnitude.charAt(sign) == '+')) {
        sign++;
      }
      at = digits(magnitude, sign);
      return at > sign && at == magnitude.length();
    }
    return at == magnitude.length();
  }

  private static int digits(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at;
  }
}
