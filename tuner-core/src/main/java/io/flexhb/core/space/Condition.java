package io.flexhb.core.space;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** When a parameter exists, by the values of others. */
public sealed interface Condition {

  /**
   * Another parameter has one of these values; a parameter that does not exist has none.
   *
   * @param parameter the parent: declared, with values that can be listed
   * @param values the parent's values that count (numbers, text, booleans, null or lists)
   */
  record Is(String parameter, List<Object> values) implements Condition {
    public Is {
      Objects.requireNonNull(parameter, "parameter");
      values = values.stream().map(Values::normalised).toList();
    }

    @Override
    public Stream<String> parents() {
      return Stream.of(parameter);
    }

    @Override
    public String shown() {
      return parameter
          + " is "
          + values.stream().map(Values::shown).collect(Collectors.joining(" or "));
    }
  }

  /** Each of several conditions holds. */
  record All(List<Condition> of) implements Condition {
    public All {
      of = List.copyOf(of);
    }

    @Override
    public Stream<String> parents() {
      return of.stream().flatMap(Condition::parents);
    }

    @Override
    public String shown() {
      return joined(of, ", and ");
    }
  }

  /** At least one of several conditions holds. */
  record Any(List<Condition> of) implements Condition {
    public Any {
      of = List.copyOf(of);
    }

    @Override
    public Stream<String> parents() {
      return of.stream().flatMap(Condition::parents);
    }

    @Override
    public String shown() {
      return joined(of, ", or ");
    }
  }

  /** Names of the parameters that it depends on. */
  Stream<String> parents();

  /** The condition in words. */
  String shown();

  /** The parent has one of these values. */
  static Condition when(String parameter, Object... values) {
    return new Is(parameter, Arrays.asList(values));
  }

  private static String joined(List<Condition> conditions, String word) {
    return conditions.stream()
        .map(c -> c instanceof Is ? c.shown() : "(" + c.shown() + ")")
        .collect(Collectors.joining(word));
  }
}
