package io.flexhb.core.space;

import java.util.List;
import java.util.Objects;

/**
 * A parameter exists only while another one has certain values.
 *
 * @param parameter the parent: a declared, discrete parameter
 * @param values the parent's values that make the child active (numbers, strings or booleans)
 */
public record Condition(String parameter, List<Object> values) {
  public Condition {
    Objects.requireNonNull(parameter, "parameter");
    values = values.stream().map(Values::normalised).toList();
  }

  /** Active when the parent has one of these values. */
  public static Condition when(String parameter, Object... values) {
    return new Condition(parameter, List.of(values));
  }
}
