package io.flexhb.core.fidelity;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.OptionalLong;

/**
 * The amount of the user's resource that one unit of the engine stands for: 1 epoch, 0.1 of the
 * data, 1000 rows. The engine counts whole units; users read and write amounts.
 *
 * @param size positive, without trailing zeros
 */
public record ResourceStep(BigDecimal size) {

  /** One unit is an amount of one. */
  public static final ResourceStep ONE = new ResourceStep(BigDecimal.ONE);

  /** Tolerated error of binary fractions: 3 * 0.1 is 0.30000000000000004. */
  private static final BigDecimal TOLERANCE = new BigDecimal("1e-9");

  /**
   * An amount a thousandth of a unit away from a multiple is not a multiple, however large it is.
   */
  private static final BigDecimal LARGEST_TOLERANCE = new BigDecimal("1e-3");

  /**
   * @throws IllegalArgumentException when the size is not positive
   */
  public ResourceStep {
    if (size.signum() <= 0) {
      throw new IllegalArgumentException("a step must be positive, was " + size);
    }
    size = size.stripTrailingZeros();
  }

  /** Whether an amount equals its units. */
  public boolean isOne() {
    return size.compareTo(BigDecimal.ONE) == 0;
  }

  /** Units as the text of an amount: {@code 0.3}. */
  public String text(long units) {
    return isOne() ? Long.toString(units) : exact(units).toPlainString();
  }

  /** Units as an amount. */
  public double amount(long units) {
    return isOne() ? units : exact(units).doubleValue();
  }

  /** Units as an amount: a Long if that is whole, otherwise a Double. */
  public Number number(long units) {
    BigDecimal exact = exact(units);
    return exact.scale() <= 0 ? (Number) exact.longValueExact() : (Number) exact.doubleValue();
  }

  /** The units in an amount; empty when it is not a multiple of the step. */
  public OptionalLong units(BigDecimal amount) {
    BigDecimal quotient = amount.divide(size, MathContext.DECIMAL128);
    BigDecimal whole = quotient.setScale(0, RoundingMode.HALF_EVEN);
    BigDecimal off = quotient.subtract(whole).abs();
    BigDecimal allowed = whole.abs().max(BigDecimal.ONE).multiply(TOLERANCE).min(LARGEST_TOLERANCE);
    boolean fits = whole.precision() - whole.scale() < 19;
    return off.compareTo(allowed) <= 0 && fits
        ? OptionalLong.of(whole.longValueExact())
        : OptionalLong.empty();
  }

  /**
   * The multiples next to an amount that is not one: {@code 0.2 or 0.3}. Below the step, only the
   * upper one.
   */
  public String nearest(BigDecimal amount) {
    BigDecimal below = amount.divide(size, MathContext.DECIMAL128).setScale(0, RoundingMode.FLOOR);
    String upper = shown(below.max(BigDecimal.ZERO).add(BigDecimal.ONE));
    return below.signum() > 0 ? shown(below) + " or " + upper : upper;
  }

  private BigDecimal exact(long units) {
    BigDecimal amount = size.multiply(BigDecimal.valueOf(units));
    return amount.signum() == 0 ? BigDecimal.ZERO : amount.stripTrailingZeros();
  }

  private String shown(BigDecimal units) {
    return size.multiply(units).stripTrailingZeros().toPlainString();
  }

  @Override
  public String toString() {
    return size.toPlainString();
  }
}
