package io.flexhb.core.space;

import java.util.Objects;
import java.util.Optional;

/**
 * A real number.
 *
 * @param low smallest value, included
 * @param high largest value, included
 * @param log whether the scale is logarithmic; then low must be above 0
 * @param step distance of the allowed values, counted from low; empty = continuous
 */
public record DoubleParameter(
    String name,
    double low,
    double high,
    boolean log,
    Optional<Double> step,
    Optional<Condition> activeWhen)
    implements Parameter {
  public DoubleParameter {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(step, "step");
    Objects.requireNonNull(activeWhen, "activeWhen");
  }

  /** A continuous parameter that always exists. */
  public static DoubleParameter linear(String name, double low, double high) {
    return new DoubleParameter(name, low, high, false, Optional.empty(), Optional.empty());
  }

  /** A continuous parameter on a logarithmic scale that always exists. */
  public static DoubleParameter log(String name, double low, double high) {
    return new DoubleParameter(name, low, high, true, Optional.empty(), Optional.empty());
  }
}
