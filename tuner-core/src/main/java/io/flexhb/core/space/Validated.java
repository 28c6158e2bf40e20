package io.flexhb.core.space;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** A value, or all problems of the input for it. */
public sealed interface Validated<T> {

  /** The input was valid. */
  record Valid<T>(T value) implements Validated<T> {
    public Valid {
      Objects.requireNonNull(value, "value");
    }

    @Override
    public List<Problem> problems() {
      return List.of();
    }

    @Override
    public T orElseThrow() {
      return value;
    }
  }

  /** The input was invalid; at least one problem. */
  record Invalid<T>(List<Problem> problems) implements Validated<T> {
    public Invalid {
      problems = List.copyOf(problems);
      if (problems.isEmpty()) {
        throw new IllegalArgumentException("an invalid input has at least one problem");
      }
    }

    @Override
    public T orElseThrow() {
      throw new IllegalArgumentException(
          problems.stream().map(Problem::toString).collect(Collectors.joining("; ")));
    }
  }

  /** Empty when valid. */
  List<Problem> problems();

  /**
   * The value.
   *
   * @throws IllegalArgumentException naming all problems
   */
  T orElseThrow();

  /** Whether there is a value. */
  default boolean isValid() {
    return problems().isEmpty();
  }
}
