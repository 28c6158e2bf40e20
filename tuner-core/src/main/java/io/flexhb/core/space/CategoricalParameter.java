package io.flexhb.core.space;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One of several unordered choices.
 *
 * @param choices text, numbers, booleans, and {@link JsonText} for null and lists; other forms of
 *     these are made uniform
 */
public record CategoricalParameter(
    String name, List<Object> choices, Optional<Condition> activeWhen) implements Parameter {
  public CategoricalParameter {
    Objects.requireNonNull(name, "name");
    choices = choices.stream().map(Values::normalised).toList();
    Objects.requireNonNull(activeWhen, "activeWhen");
  }

  /** Always exists. */
  public static CategoricalParameter of(String name, Object... choices) {
    return new CategoricalParameter(name, Arrays.asList(choices), Optional.empty());
  }
}
