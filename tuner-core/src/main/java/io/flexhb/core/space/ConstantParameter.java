package io.flexhb.core.space;

import java.util.Objects;
import java.util.Optional;

/**
 * One value that is given to each trial and not tuned.
 *
 * @param value text, a number, a boolean, or {@link JsonText} for null and lists
 */
public record ConstantParameter(String name, Object value, Optional<Condition> activeWhen)
    implements Parameter {
  public ConstantParameter {
    Objects.requireNonNull(name, "name");
    value = Values.normalised(value);
    Objects.requireNonNull(activeWhen, "activeWhen");
  }

  /** Always exists. */
  public static ConstantParameter of(String name, Object value) {
    return new ConstantParameter(name, value, Optional.empty());
  }
}
