package io.flexhb.core.study.message;

import java.math.BigDecimal;
import java.util.OptionalDouble;

/**
 * The objective in one report: a finite number, a number that is not finite, or absent, possibly
 * because the record or its resource could not be used.
 */
public sealed interface Metric {

  /**
   * Larger numbers come from diverging runs. They count as not finite; otherwise 1e300 would be the
   * best value of a maximized objective.
   */
  double LARGEST = 1e100;

  /** A finite value in the user's direction, at most {@link #LARGEST} in magnitude. */
  record Finite(double value) implements Metric {
    /**
     * @throws IllegalArgumentException when it is not finite, or beyond {@link #LARGEST}
     */
    public Finite {
      if (!isUsable(value)) {
        throw new IllegalArgumentException("not finite: " + value);
      }
    }
  }

  /**
   * NaN, an infinity, or a number beyond {@link #LARGEST}: a failed value, never ranked. {@code
   * what} is text for users.
   */
  record NotFinite(String what) implements Metric {}

  /** The record could not be used, and its content is not here. {@code why} is text for users. */
  record Unusable(String why) implements Metric {}

  /**
   * The report is at a resource between two steps of the study, so its values do not count. {@code
   * resource} is the trainer's number.
   */
  record BetweenSteps(BigDecimal resource) implements Metric {}

  /** The report has only other metrics. */
  record Missing() implements Metric {}

  /** {@link Finite} when it may be ranked, else {@link NotFinite}. */
  static Metric of(double value) {
    return isUsable(value) ? new Finite(value) : new NotFinite(Double.toString(value));
  }

  private static boolean isUsable(double value) {
    return Math.abs(value) <= LARGEST;
  }

  /** The value in the user's direction; empty when it cannot be ranked. */
  default OptionalDouble finite() {
    return this instanceof Finite f ? OptionalDouble.of(f.value()) : OptionalDouble.empty();
  }
}
