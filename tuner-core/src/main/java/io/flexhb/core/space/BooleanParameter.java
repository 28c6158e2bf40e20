package io.flexhb.core.space;

import java.util.Objects;
import java.util.Optional;

/** True or false. */
public record BooleanParameter(String name, Optional<Condition> activeWhen) implements Parameter {
  public BooleanParameter {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(activeWhen, "activeWhen");
  }

  /** Always exists. */
  public static BooleanParameter of(String name) {
    return new BooleanParameter(name, Optional.empty());
  }
}
