package io.flexhb.core.spec;

import io.flexhb.core.space.BooleanParameter;
import io.flexhb.core.space.CategoricalParameter;
import io.flexhb.core.space.Condition;
import io.flexhb.core.space.ConstantParameter;
import io.flexhb.core.space.DoubleParameter;
import io.flexhb.core.space.Forbidden;
import io.flexhb.core.space.ForbiddenRules;
import io.flexhb.core.space.IntParameter;
import io.flexhb.core.space.JsonText;
import io.flexhb.core.space.OrdinalParameter;
import io.flexhb.core.space.Parameter;
import io.flexhb.core.space.Problem;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.core.space.Validated;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Reads the {@code space} section, a parameter under each name, and the {@code forbidden}
 * combinations.
 */
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
    Optional<Section> space = root.section("space");
    Optional<List<?>> forbidden = root.list("forbidden");
    return space.flatMap(s -> new SpaceReader(problems).read(s, root, forbidden.orElse(List.of())));
  }

  private Optional<SearchSpace> read(Section space, Section root, List<?> combinations) {
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
    List<Forbidden> forbidden = forbidden(root, combinations);
    if (good.isEmpty() && !bad.isEmpty()) {
      return Optional.empty();
    }
    ForbiddenRules.check(good, forbidden).stream()
        .filter(problem -> !followsFromABadParameter(problem))
        .forEach(problems::add);
    Validated<SearchSpace> checked = SearchSpace.of(good);
    for (Problem problem : checked.problems()) {
      if (!followsFromABadParameter(problem)) {
        boolean whole = problem.path().equals("parameters");
        problems.add(new Problem(whole ? "space" : "space." + problem.path(), problem.message()));
      }
    }
    if (!checked.isValid()) {
      return Optional.empty();
    }
    return SearchSpace.of(good, forbidden) instanceof Validated.Valid<SearchSpace> whole
        ? Optional.of(whole.value())
        : Optional.empty();
  }

  /** The combinations that can be read; problems of their values are reported later. */
  private List<Forbidden> forbidden(Section root, List<?> combinations) {
    List<Forbidden> forbidden = new ArrayList<>();
    for (int k = 0; k < combinations.size(); k++) {
      String key = "forbidden[" + k + "]";
      Optional<Section> combination = root.element(key, combinations.get(k));
      Map<String, List<Object>> values = new LinkedHashMap<>();
      combination.ifPresent(
          c -> {
            for (String name : c.keys()) {
              Object given = c.given(name);
              List<?> list = given instanceof List<?> several ? several : listOf(given);
              values(c, name, list).ifPresent(v -> values.put(name, v));
            }
          });
      // A partial combination would forbid too much; an empty one keeps the numbers of the others.
      boolean whole = combination.map(c -> c.keys().size() == values.size()).orElse(false);
      if (whole) {
        forbidden.add(new Forbidden(values));
      }
    }
    return forbidden;
  }

  private static List<Object> listOf(Object value) {
    List<Object> list = new ArrayList<>();
    list.add(value);
    return list;
  }

  /** Whether a problem only follows from a parameter that is declared wrongly. */
  private boolean followsFromABadParameter(Problem problem) {
    return bad.stream()
        .anyMatch(name -> problem.message().startsWith("'" + name + "' is not declared"));
  }

  private Optional<Parameter> parameter(String name, Section s) {
    if (s.keys().contains("value") && !s.keys().contains("type")) {
      return constant(name, s);
    }
    s.require("type", "use one of " + String.join(", ", TYPES) + ", or give a fixed value");
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

  private static Optional<Parameter> constant(String name, Section s) {
    Optional<Object> value = value(s, "value", s.given("value"));
    Optional<Condition> activeWhen = condition(s);
    s.done();
    return value.map(v -> new ConstantParameter(name, v, activeWhen));
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
        .flatMap(values -> ordered(s, values))
        .map(values -> new OrdinalParameter(name, values, activeWhen));
  }

  private Optional<Parameter> categorical(String name, Section s, Optional<Condition> activeWhen) {
    s.require("choices", "list the choices");
    return s.list("choices")
        .flatMap(choices -> values(s, "choices", choices))
        .map(choices -> new CategoricalParameter(name, choices, activeWhen));
  }

  private static Optional<Condition> condition(Section s) {
    return s.section("activeWhen").flatMap(SpaceReader::conditionIn);
  }

  /** One condition: of another parameter's values, or all or any of several. */
  private static Optional<Condition> conditionIn(Section c) {
    boolean all = c.keys().contains("all");
    if (!all && !c.keys().contains("any")) {
      c.require(
          "parameter", "name the parameter it depends on, or list conditions under all or any");
      c.require("values", "list the values of that parameter that count");
      Optional<String> parameter = c.text("parameter");
      Optional<List<Object>> values = c.list("values").flatMap(list -> values(c, "values", list));
      c.done();
      return parameter.flatMap(p -> values.map(v -> new Condition.Is(p, v)));
    }
    String key = all ? "all" : "any";
    Optional<List<?>> list = c.list(key);
    c.done();
    if (list.isEmpty()) {
      return Optional.empty();
    }
    List<Condition> of = new ArrayList<>();
    for (int i = 0; i < list.get().size(); i++) {
      c.element(key + "[" + i + "]", list.get().get(i))
          .flatMap(SpaceReader::conditionIn)
          .ifPresent(of::add);
    }
    return of.size() < list.get().size()
        ? Optional.empty()
        : Optional.of(all ? new Condition.All(of) : new Condition.Any(of));
  }

  /** The list, when it holds text, numbers and booleans only. */
  private static Optional<List<Object>> ordered(Section s, List<?> list) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      Object value = list.get(i);
      if (value instanceof String || value instanceof Number || value instanceof Boolean) {
        values.add(value);
      } else {
        s.problem(
            "values[" + i + "]",
            "must be text, a number or true/false, which have an order, was "
                + Section.shown(value)
                + "; for null and lists use type categorical");
      }
    }
    return values.size() == list.size() ? Optional.of(values) : Optional.empty();
  }

  /** The list, when it holds values that a parameter can have. */
  private static Optional<List<Object>> values(Section s, String key, List<?> list) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      value(s, key + "[" + i + "]", list.get(i)).ifPresent(values::add);
    }
    return values.size() == list.size() ? Optional.of(values) : Optional.empty();
  }

  /** Text, a number, a boolean, null or a list of these and lists. */
  private static Optional<Object> value(Section s, String key, Object value) {
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      return Optional.of(value);
    }
    if (JsonText.isFor(value)) {
      try {
        return Optional.of(JsonText.of(value));
      } catch (IllegalArgumentException unfit) {
        s.problem(key, unfit.getMessage());
        return Optional.empty();
      }
    }
    s.problem(
        key,
        "must be text, a number, true/false, null or a list, was "
            + Section.shown(value)
            + "; give it a name here, and let the trainer look up what it means");
    return Optional.empty();
  }
}
