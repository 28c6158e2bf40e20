package io.flexhb.emitter.protocol;

import io.flexhb.avro.Command;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.OptionalLong;

/**
 * How much of what a trainer counts one unit on the wire is: 1 epoch, 0.1 of the data, 1000 rows.
 * The protocol counts whole units; trainers see amounts. An amount that is no multiple has no
 * units: nothing is ever rounded or cut off.
 *
 * @param size positive
 */
public record StepSize(BigDecimal size) {

  /** One unit is one of what the trainer counts. */
  public static final StepSize ONE = new StepSize(BigDecimal.ONE);

  /** What binary fractions may be off: 3 * 0.1 is 0.30000000000000004. */
  private static final BigDecimal TOLERANCE = new BigDecimal("1e-9");

  private static final BigDecimal LARGEST_TOLERANCE = new BigDecimal("1e-3");

  /** Digits of the largest amount that is taken. */
  private static final int MOST_DIGITS = 18;

  /** Without zeros at the end. */
  public StepSize {
    size = size.stripTrailingZeros();
  }

  /** That of the study that the command is of. */
  public static StepSize of(Command command) {
    Double step = command.getResourceStep();
    return step == null || !(step > 0) || step.isInfinite()
        ? ONE
        : new StepSize(BigDecimal.valueOf(step));
  }

  /** Whether amounts are units. */
  public boolean isOne() {
    return size.compareTo(BigDecimal.ONE) == 0;
  }

  /** Whether every amount is a whole number. */
  public boolean isWhole() {
    return size.scale() <= 0;
  }

  /** So many units as an amount: {@code 0.3}. */
  public String text(long units) {
    BigDecimal amount = exact(units);
    return amount.signum() == 0 ? "0" : amount.stripTrailingZeros().toPlainString();
  }

  /** So many units as an amount. */
  public double amount(long units) {
    return isOne() ? units : exact(units).doubleValue();
  }

  /**
   * So many units as a whole amount.
   *
   * @throws IllegalStateException when amounts are fractions
   */
  public long wholeAmount(long units) {
    if (!isWhole()) {
      throw new IllegalStateException(
          "the study counts its resource in steps of "
              + this
              + ", which is no whole number: use from(), until() and following() in place of"
              + " fromResource(), untilResource() and next()");
    }
    return exact(units).longValueExact();
  }

  /** The units in an amount; empty when it is no multiple of the step. */
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
   * @param what it is of, for the message
   * @throws IllegalArgumentException when it is no multiple of the step
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
                  ? "the study counts whole numbers; make one with a resource.step for fractions"
                  : "that is no multiple of the study's resource.step " + this)
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
