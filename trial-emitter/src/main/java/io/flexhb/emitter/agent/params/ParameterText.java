package io.flexhb.emitter.agent.params;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/** Values of hyperparameters as text that every language reads as the same number. */
public final class ParameterText {

  private static final double PLAIN_FROM = 1e-4;
  private static final double PLAIN_BELOW = 1e15;

  private ParameterText() {}

  /** A Double, Long, String or Boolean as text; null and lists as JSON. */
  public static String of(Object value) {
    return value instanceof String text ? text : json(value);
  }

  /** A value as JSON, which is YAML too. */
  static String json(Object value) {
    if (value instanceof Double number) {
      return of(number.doubleValue());
    }
    if (value instanceof List<?> list) {
      return list.stream().map(ParameterText::json).collect(Collectors.joining(",", "[", "]"));
    }
    return value instanceof String text ? quoted(text) : String.valueOf(value);
  }

  /** A quoted string; JSON's escapes are valid in YAML too. */
  static String quoted(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  /**
   * The shortest text that preserves each bit; an exponent has a sign, which YAML readers require.
   */
  private static String of(double number) {
    if (!Double.isFinite(number)) {
      return Double.toString(number);
    }
    String text = Double.toString(number);
    double magnitude = Math.abs(number);
    if (number == 0 || magnitude >= PLAIN_FROM && magnitude < PLAIN_BELOW) {
      String plain = new BigDecimal(text).toPlainString();
      return plain.contains(".") ? plain : plain + ".0";
    }
    return text.replace("E-", "e-").replace("E", "e+");
  }
}
