package io.flexhb.core.study;

import java.util.OptionalDouble;

/**
 * The objective in one report: a finite number, a number that is not finite, or not there at all.
 */
public sealed interface Metric {

  /** A finite value in the user's direction. */
  record Finite(double value) implements Metric {
    public Finite {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("not finite: " + value);
      }
    }
  }

  /** NaN or an infinity: a failed value, never ranked. {@code what} is for people. */
  record NotFinite(String what) implements Metric {}

  /** The report carries other metrics only. */
  record Missing() implements Metric {}

  static Metric of(double value) {
    return Double.isFinite(value) ? new Finite(value) : new NotFinite(Double.toString(value));
  }

  default OptionalDouble finite() {
    return this instanceof Finite f ? OptionalDouble.of(f.value()) : OptionalDouble.empty();
  }
}
