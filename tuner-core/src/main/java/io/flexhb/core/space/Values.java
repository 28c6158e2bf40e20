package io.flexhb.core.space;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Objects;

/** Number types made uniform: integers as Long, other numbers as Double. */
final class Values {
  /** Integers up to this size are exact as a double. */
  static final long MAX_EXACT = 1L << 53;

  private Values() {}

  static Object normalised(Object value) {
    Objects.requireNonNull(value, "value");
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

  /** Equality that takes 3 and 3.0 for the same number. */
  static boolean same(Object a, Object b) {
    if (isNumber(a) && isNumber(b) && a.getClass() != b.getClass()) {
      return ((Number) a).doubleValue() == ((Number) b).doubleValue();
    }
    return a.equals(b);
  }

  /** How a value is shown in messages: text in quotes. */
  static String shown(Object value) {
    return value instanceof String ? "'" + value + "'" : String.valueOf(value);
  }
}
