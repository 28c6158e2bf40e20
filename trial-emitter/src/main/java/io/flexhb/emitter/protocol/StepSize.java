package io.flexhb.emitter.protocol;

import io.flexhb.avro.Command;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.OptionalLong;

/**
 * The amount that one unit on the wire stands for: 1 epoch, 0.1 of the data, 1000 rows. The
 * protocol counts whole units; trainers see amounts. An amount that is not a multiple has no units:
 * nothing is ever rounded or truncated.
 *
 * @param size positive
 */
public record StepSize(BigDecimal size) {

  /** One unit is an amount of one. */
  public static final StepSize ONE = new StepSize(BigDecimal.ONE);

  /** Tolerated error of binary fractions: 3 * 0.1 is 0.30000000000000004. */
  private static final BigDecimal TOLERANCE = new BigDecimal("1e-9");

  private static final BigDecimal LARGEST_TOLERANCE = new BigDecimal("1e-3");

  /** Digits of the largest accepted amount. */
  private static final int MOST_DIGITS = 18;

  /** Strips trailing zeros. */
  public StepSize {
    size = size.stripTrailingZeros();
  }

  /** The step of the command's study. */
  public static StepSize of(Command command) {
    Double step = command.getResourceStep();
    return step == null || !(step > 0) || step.isInfinite()
        ? ONE
        : new StepSize(BigDecimal.valueOf(step));
  }

  /** Whether an amount equals its units. */
  public boolean isOne() {
    return size.compareTo(BigDecimal.ONE) == 0;
  }

  /** Whether every amount is a whole number. */
  public boolean isWhole() {
    return size.scale() <= 0;
  }

  /** Units as the text of an amount: {@code 0.3}. */
  public String text(long units) {
    BigDecimal amount = exact(units);
    return amount.signum() == 0 ? "0" : amount.stripTrailingZeros().toPlainString();
  }

  /** Units as an amount. */
  public double amount(long units) {
    return isOne() ? units : exact(units).doubleValue();
  }

  /**
   * Units as a whole amount.
   *
   * @throws IllegalStateException when amounts are fractions
   */
  public long wholeAmount(long units) {
    if (!isWhole()) {
      throw new IllegalStateException(
          "the study counts its resource in steps of "
              + this
              + ", which is not a whole number: use from(), until() and following() in place of"
              + " fromResource(), untilResource() and next()");
    }
    return exact(units).longValueExact();
  }

  /** The units in an amount; empty when it is not a multiple of the step. */
  public OptionalLong units(double amount) {
    if (!Double.isFinite(amount)) {
      return OptionalLong.empty();
    }
    BigDecimal quotient = BigDecimal.valueOf(amount).divide(size, MathContext.DECIMAL128);
    BigDecimal whole = quotient.setScale(0, RoundingMode.HALF_EVEN);
    BigDecimal off = quotient.subtract(whole).abs();
    BigDecimal allowed = whole.abs().max(BigDecimal.ONE).multiply(TOLERANCE).min(LARGEST_TOLERANCE);
    return off.compareTo(allowed) <= 0 && whole.precision() <= MOST_DIGITS
        ? OptionalLong.of(whole.longValueExact())
        : OptionalLong.empty();
  }

  /**
   * The units in an amount.
   *
   * @param what the amount is of, for the message
   * @throws IllegalArgumentException when it is not a multiple of the step
   */
  public long require(String what, double amount) {
    OptionalLong units = units(amount);
    if (units.isEmpty()) {
      throw new IllegalArgumentException(
          what
              + " "
              + amount
              + ": "
              + (isOne()
                  ? "the study counts whole numbers; create one with a resource.step for fractions"
                  : "that is not a multiple of the study's resource.step " + this)
              + nearest(amount));
    }
    return units.getAsLong();
  }

  private String nearest(double amount) {
    if (!Double.isFinite(amount) || amount < 0 || amount > Long.MAX_VALUE / 2.0) {
      return "";
    }
    BigDecimal below =
        BigDecimal.valueOf(amount)
            .divide(size, MathContext.DECIMAL128)
            .setScale(0, RoundingMode.FLOOR);
    String upper = shown(below.add(BigDecimal.ONE));
    return ", report " + (below.signum() > 0 ? shown(below) + " or " : "") + upper;
  }

  private String shown(BigDecimal units) {
    return size.multiply(units).stripTrailingZeros().toPlainString();
  }

  private BigDecimal exact(long units) {
    return size.multiply(BigDecimal.valueOf(units));
  }

  @Override
  public String toString() {
    return size.toPlainString();
  }
}
