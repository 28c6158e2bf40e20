package io.flexhb.core.space;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** Number types made uniform: integers as Long, other numbers as Double. */
final class Values {
  /** Integers up to this size are exact as a double. */
  static final long MAX_EXACT = 1L << 53;

  private Values() {}

  /** Decimal digits that may identify a double, fewest first; 17 always do. */
  private static final MathContext[] DIGITS = {
    new MathContext(15), new MathContext(16), new MathContext(17)
  };

  static Object normalised(Object value) {
    if (JsonText.isFor(value)) {
      return JsonText.of(value);
    }
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    if (value instanceof BigInteger big && big.bitLength() < Long.SIZE) {
      return big.longValue();
    }
    if (value instanceof Float || value instanceof BigDecimal || value instanceof BigInteger) {
      return withoutNegativeZero(Double.parseDouble(value.toString()));
    }
    return value instanceof Double number ? (Object) withoutNegativeZero(number) : value;
  }

  static double withoutNegativeZero(double value) {
    return value == 0 ? 0.0 : value;
  }

  static boolean isNumber(Object value) {
    return value instanceof Long || value instanceof Double;
  }

  /** Equality that treats 3 and 3.0 as the same number. */
  static boolean same(Object a, Object b) {
    if (isNumber(a) && isNumber(b) && a.getClass() != b.getClass()) {
      return ((Number) a).doubleValue() == ((Number) b).doubleValue();
    }
    return a.equals(b);
  }

  /**
   * The shortest of 15 to 17 digits that identify a finite number. {@link Double#toString} differs
   * between releases of Java.
   */
  static String digits(double value) {
    if (Math.abs(value) < MAX_EXACT && value == (long) value) {
      return (long) value + ".0";
    }
    BigDecimal exact = new BigDecimal(value);
    for (MathContext digits : DIGITS) {
      BigDecimal rounded = exact.round(digits);
      if (rounded.doubleValue() == value) {
        String text = rounded.stripTrailingZeros().toString();
        // A reader would parse digits alone as a whole number.
        return text.contains(".") || text.contains("E") ? text : text + ".0";
      }
    }
    throw new IllegalStateException("17 digits do not identify " + value);
  }

  /** A value as shown in messages, with strings in quotes. */
  static String shown(Object value) {
    return value instanceof String ? "'" + value + "'" : String.valueOf(value);
  }
}
