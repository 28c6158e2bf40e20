package io.flexhb.core.spec;

import io.flexhb.core.space.BooleanParameter;
import io.flexhb.core.space.CategoricalParameter;
import io.flexhb.core.space.Condition;
import io.flexhb.core.space.DoubleParameter;
import io.flexhb.core.space.IntParameter;
import io.flexhb.core.space.OrdinalParameter;
import io.flexhb.core.space.Parameter;
import io.flexhb.core.space.Problem;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.core.space.Validated;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/** Reads the {@code space} section: a parameter under each name. */
final class SpaceReader {
  private static final List<String> TYPES =
      List.of("double", "int", "ordinal", "categorical", "boolean");

  private final List<Problem> problems;
  private final List<Parameter> good = new ArrayList<>();
  private final Set<String> bad = new HashSet<>();

  private SpaceReader(List<Problem> problems) {
    this.problems = problems;
  }

  static Optional<SearchSpace> read(Section root, List<Problem> problems) {
    root.require("space", "declare at least one parameter");
    return root.section("space").flatMap(space -> new SpaceReader(problems).read(space));
  }

  private Optional<SearchSpace> read(Section space) {
    for (String name : space.keys()) {
      if (!StudySpecReader.NAME.matcher(name).matches()) {
        space.problem(name, "is no name for a parameter; " + StudySpecReader.NAME_HOW);
      }
      int before = problems.size();
      Optional<Parameter> parameter = space.section(name).flatMap(s -> parameter(name, s));
      if (parameter.isPresent() && problems.size() == before) {
        good.add(parameter.get());
      } else {
        bad.add(name);
      }
    }
    if (good.isEmpty() && !bad.isEmpty()) {
      return Optional.empty();
    }
    Validated<SearchSpace> checked = SearchSpace.of(good);
    for (Problem problem : checked.problems()) {
      if (!followsFromABadParameter(problem)) {
        boolean whole = problem.path().equals("parameters");
        problems.add(new Problem(whole ? "space" : "space." + problem.path(), problem.message()));
      }
    }
    return checked.isValid() ? Optional.of(checked.orElseThrow()) : Optional.empty();
  }

  /** A condition on a parameter that is declared, though wrongly, is not wrong itself. */
  private boolean followsFromABadParameter(Problem problem) {
    return good.stream()
        .filter(p -> problem.path().startsWith(p.name() + ".activeWhen"))
        .anyMatch(p -> p.activeWhen().map(c -> bad.contains(c.parameter())).orElse(false));
  }

  private Optional<Parameter> parameter(String name, Section s) {
    s.require("type", "use one of " + String.join(", ", TYPES));
    Optional<String> type = s.word("type", TYPES);
    if (type.isEmpty()) {
      return Optional.empty(); // the other keys depend on it
    }
    Optional<Condition> activeWhen = condition(s);
    Optional<Parameter> parameter =
        switch (type.get()) {
          case "double" -> real(name, s, activeWhen);
          case "int" -> integer(name, s, activeWhen);
          case "ordinal" -> ordinal(name, s, activeWhen);
          case "categorical" -> categorical(name, s, activeWhen);
          default -> Optional.of(new BooleanParameter(name, activeWhen));
        };
    s.done();
    return parameter;
  }

  private Optional<Parameter> real(String name, Section s, Optional<Condition> activeWhen) {
    s.require("low", "give the smallest value");
    s.require("high", "give the largest value");
    OptionalDouble low = s.number("low");
    OptionalDouble high = s.number("high");
    boolean log = s.flag("log").orElse(false);
    OptionalDouble step = s.number("step");
    if (low.isEmpty() || high.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new DoubleParameter(
            name,
            low.getAsDouble(),
            high.getAsDouble(),
            log,
            step.isPresent() ? Optional.of(step.getAsDouble()) : Optional.empty(),
            activeWhen));
  }

  private Optional<Parameter> integer(String name, Section s, Optional<Condition> activeWhen) {
    s.require("low", "give the smallest value");
    s.require("high", "give the largest value");
    OptionalLong low = s.whole("low", Long.MIN_VALUE, Long.MAX_VALUE);
    OptionalLong high = s.whole("high", Long.MIN_VALUE, Long.MAX_VALUE);
    boolean log = s.flag("log").orElse(false);
    long step = s.whole("step", 1, Long.MAX_VALUE).orElse(1);
    if (low.isEmpty() || high.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new IntParameter(name, low.getAsLong(), high.getAsLong(), log, step, activeWhen));
  }

  private Optional<Parameter> ordinal(String name, Section s, Optional<Condition> activeWhen) {
    s.require("values", "list the values from first to last");
    return s.list("values")
        .flatMap(values -> scalars(s, "values", values))
        .map(values -> new OrdinalParameter(name, values, activeWhen));
  }

  private Optional<Parameter> categorical(String name, Section s, Optional<Condition> activeWhen) {
    s.require("choices", "list the choices");
    Optional<List<Object>> given =
        s.list("choices").flatMap(choices -> scalars(s, "choices", choices));
    if (given.isEmpty()) {
      return Optional.empty();
    }
    List<String> choices = new ArrayList<>();
    for (int i = 0; i < given.get().size(); i++) {
      Object choice = given.get().get(i);
      if (choice instanceof String text) {
        choices.add(text);
      } else {
        s.problem(
            "choices[" + i + "]",
            "must be text, was "
                + choice
                + "; put it in quotes, or use type "
                + (choice instanceof Boolean ? "boolean" : "ordinal"));
      }
    }
    return Optional.of(new CategoricalParameter(name, choices, activeWhen));
  }

  private Optional<Condition> condition(Section s) {
    Optional<Section> section = s.section("activeWhen");
    if (section.isEmpty()) {
      return Optional.empty();
    }
    Section c = section.get();
    c.require("parameter", "name the parameter it depends on");
    c.require("values", "list the values of that parameter that count");
    Optional<String> parameter = c.text("parameter");
    Optional<List<Object>> values = c.list("values").flatMap(list -> scalars(c, "values", list));
    c.done();
    return parameter.flatMap(p -> values.map(v -> new Condition(p, v)));
  }

  /** The list, when it holds text, numbers and booleans only. */
  private static Optional<List<Object>> scalars(Section s, String key, List<?> list) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      Object value = list.get(i);
      if (value instanceof String || value instanceof Number || value instanceof Boolean) {
        values.add(value);
      } else {
        s.problem(
            key + "[" + i + "]",
            "must be text, a number or true/false, was " + Section.shown(value));
      }
    }
    return values.size() == list.size() ? Optional.of(values) : Optional.empty();
  }
}
