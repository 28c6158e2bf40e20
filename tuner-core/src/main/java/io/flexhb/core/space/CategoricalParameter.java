package io.flexhb.core.space;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** One of several unordered choices. */
public record CategoricalParameter(
    String name, List<String> choices, Optional<Condition> activeWhen) implements Parameter {
  public CategoricalParameter {
    Objects.requireNonNull(name, "name");
    choices = List.copyOf(choices);
    Objects.requireNonNull(activeWhen, "activeWhen");
  }

  /** Always exists. */
  public static CategoricalParameter of(String name, String... choices) {
    return new CategoricalParameter(name, List.of(choices), Optional.empty());
  }
}
