package io.flexhb.core.space;

import java.util.Objects;
import java.util.Optional;

/**
 * An integer.
 *
 * @param low smallest value, included
 * @param high largest value; included when it lies on a step from low
 * @param log whether the scale is logarithmic; then low must be at least 1
 * @param step distance of the allowed values, counted from low
 */
public record IntParameter(
    String name, long low, long high, boolean log, long step, Optional<Condition> activeWhen)
    implements Parameter {
  public IntParameter {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(activeWhen, "activeWhen");
  }

  /** All integers from low to high; always exists. */
  public static IntParameter linear(String name, long low, long high) {
    return new IntParameter(name, low, high, false, 1, Optional.empty());
  }

  /** All integers from low to high on a logarithmic scale; always exists. */
  public static IntParameter log(String name, long low, long high) {
    return new IntParameter(name, low, high, true, 1, Optional.empty());
  }
}
