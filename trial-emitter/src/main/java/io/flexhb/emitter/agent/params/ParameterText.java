package io.flexhb.emitter.agent.params;

import java.math.BigDecimal;

/** Values of hyperparameters as text that every language reads as the same number. */
public final class ParameterText {

  private static final double PLAIN_FROM = 1e-4;
  private static final double PLAIN_BELOW = 1e15;

  private ParameterText() {}

  /** A Double, Long, String or Boolean as text. */
  public static String of(Object value) {
    return value instanceof Double number ? of(number.doubleValue()) : value.toString();
  }

  /** As short as keeps each bit; an exponent has a sign, which YAML readers insist on. */
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
