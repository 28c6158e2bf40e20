package io.flexhb.core.space;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One of several values in a meaningful order.
 *
 * @param values all numbers, all strings or all booleans, from first to last; a list with any
 *     fraction is held as Double, other numbers as Long
 */
public record OrdinalParameter(String name, List<Object> values, Optional<Condition> activeWhen)
    implements Parameter {
  public OrdinalParameter {
    Objects.requireNonNull(name, "name");
    values = uniform(values.stream().map(Values::normalised).toList());
    Objects.requireNonNull(activeWhen, "activeWhen");
  }

  /** Always exists. */
  public static OrdinalParameter of(String name, Object... values) {
    return new OrdinalParameter(name, List.of(values), Optional.empty());
  }

  private static List<Object> uniform(List<Object> values) {
    boolean fractions = values.stream().anyMatch(Double.class::isInstance);
    return values.stream()
        .map(v -> fractions && v instanceof Long n ? (Object) n.doubleValue() : v)
        .toList();
  }
}
