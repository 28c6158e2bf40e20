package io.flexhb.core.space;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The parameters of a study, in declared order, with their conditions. Immutable and checked: every
 * instance has at least one parameter, unique names, possible bounds and conditions without cycle.
 */
public final class SearchSpace {
  private final List<Parameter> parameters;
  private final List<Forbidden> forbidden;
  private final Domain[] domains;
  private final Constraints constraints;
  // Created on first use, perhaps twice: it may take long, and all instances are equal.
  private volatile Enumeration enumeration;

  private SearchSpace(List<Parameter> parameters, List<Forbidden> forbidden) {
    this.parameters = parameters;
    this.forbidden = forbidden;
    this.domains = parameters.stream().map(Domain::of).toArray(Domain[]::new);
    this.constraints = new Constraints(parameters, domains, forbidden);
  }

  /** A search space of these parameters, or all their problems at once. */
  public static Validated<SearchSpace> of(List<Parameter> parameters) {
    return of(parameters, List.of());
  }

  /** The same without the configurations that have one of these combinations. */
  public static Validated<SearchSpace> of(List<Parameter> parameters, List<Forbidden> forbidden) {
    List<Parameter> copy = List.copyOf(parameters);
    List<Problem> problems = new ArrayList<>(SpaceRules.check(copy));
    problems.addAll(ForbiddenRules.check(copy, forbidden));
    return problems.isEmpty()
        ? new Validated.Valid<>(new SearchSpace(copy, List.copyOf(forbidden)))
        : new Validated.Invalid<>(problems);
  }

  /** The parameters in declared order. */
  public List<Parameter> parameters() {
    return parameters;
  }

  /** Combinations that no configuration has. */
  public List<Forbidden> forbidden() {
    return forbidden;
  }

  /** Number of parameters, active or not. */
  public int dimensions() {
    return parameters.size();
  }

  /** Number of parameters that are tuned: all but constants. */
  public int tunedDimensions() {
    return (int) parameters.stream().filter(p -> !(p instanceof ConstantParameter)).count();
  }

  /**
   * Number of distinct configurations; empty when a continuous parameter can be active, when the
   * number exceeds a long, or when it takes too long to count them.
   */
  public OptionalLong cardinality() {
    return enumeration().cardinality();
  }

  private Enumeration enumeration() {
    Enumeration known = enumeration;
    if (known == null) {
      known =
          forbidden.isEmpty() && ConditionTree.isTree(parameters)
              ? new ConditionTree(parameters, domains)
              : new ListedConfigurations(domains, constraints);
      enumeration = known;
    }
    return known;
  }

  /**
   * The configuration for a point of the unit cube: one coordinate for each parameter in declared
   * order; those of inactive parameters are ignored. It may be {@link #isForbidden}.
   *
   * @param u numbers in [0, 1), as many as {@link #dimensions()}
   */
  public Configuration fromUnit(double[] u) {
    checkLength(u);
    return build(i -> domains[i].fromUnit(u[i]));
  }

  /**
   * Configuration number {@code index} in a fixed order; empty when the space is not countable or
   * the index is not below {@link #cardinality()}.
   */
  public Optional<Configuration> enumerate(long index) {
    OptionalLong count = cardinality();
    if (count.isEmpty() || index < 0 || index >= count.getAsLong()) {
      return Optional.empty();
    }
    long[] chosen = enumeration().enumerate(index);
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < chosen.length; i++) {
      if (chosen[i] >= 0) {
        values.put(parameters.get(i).name(), domains[i].valueAt(chosen[i]));
      }
    }
    return Optional.of(Configuration.of(values));
  }

  /**
   * Gives each number the type of its parameter (3 for a real parameter becomes 3.0, and 3.0 for an
   * integer one 3). Whatever does not fit is kept as it is, or as text when a configuration cannot
   * hold it, so that {@link #check} can report it. A null counts as not given, unless it is one of
   * the parameter's values.
   */
  public Configuration coerce(Map<String, ?> given) {
    Map<String, Object> values = new LinkedHashMap<>();
    given.forEach(
        (name, value) -> {
          Object normalised = JsonText.isFor(value) ? json(value) : Values.normalised(value);
          int i = indexOf(name);
          boolean notGiven =
              normalised instanceof JsonText json
                  && json.isNull()
                  && (i < 0 || !domains[i].contains(json));
          if (!notGiven) {
            Object fitted = i < 0 ? normalised : domains[i].coerce(normalised);
            values.put(name, representable(fitted) ? fitted : String.valueOf(value));
          }
        });
    return Configuration.of(values);
  }

  /** All problems of this configuration in this space; empty when it is valid. */
  public List<Problem> check(Configuration configuration) {
    List<Problem> problems = new ArrayList<>();
    Map<String, Object> values = configuration.values();
    long[] index = new long[domains.length];
    for (int i : constraints.order()) {
      String name = parameters.get(i).name();
      Object value = values.get(name);
      Constraints.Activity activity = constraints.activity(i, index);
      boolean fits = value != null && domains[i].contains(value);
      index[i] =
          activity == Constraints.Activity.ABSENT
              ? Constraints.INACTIVE
              : activity == Constraints.Activity.OPEN || !fits
                  ? Constraints.UNKNOWN
                  : indexOf(i, value);
      if (activity == Constraints.Activity.ACTIVE && value == null) {
        problems.add(new Problem(name, "is missing; give " + domains[i].expectation()));
      } else if (activity == Constraints.Activity.ACTIVE && !fits) {
        problems.add(
            new Problem(
                name, "must be " + domains[i].expectation() + ", was " + Values.shown(value)));
      } else if (activity == Constraints.Activity.ABSENT && value != null) {
        problems.add(new Problem(name, inactiveMessage(parameters.get(i))));
      }
    }
    int combination = constraints.forbidden(index);
    if (combination >= 0) {
      Forbidden found = forbidden.get(combination);
      problems.add(
          new Problem(
              String.join(", ", found.values().keySet()),
              "is a forbidden combination: " + found.shown() + "; change one of them"));
    }
    for (String name : values.keySet()) {
      if (indexOf(name) < 0) {
        problems.add(
            new Problem(name, "is no parameter of this space; remove it or use one of " + names()));
      }
    }
    return List.copyOf(problems);
  }

  /**
   * The configuration for a point of the unit cube, with the given values in place of drawn ones.
   * It may not be valid: see {@link #check}.
   *
   * @param given values of some parameters, as {@link #coerce} makes them
   */
  public Configuration completed(Configuration given, double[] u) {
    checkLength(u);
    Map<String, Object> values = new LinkedHashMap<>(given.values());
    Configuration built =
        build(
            i -> {
              Object value = given.values().get(parameters.get(i).name());
              return value == null ? domains[i].fromUnit(u[i]) : value;
            });
    values.putAll(built.values());
    return Configuration.of(values);
  }

  /** Problems of single values, regardless of the other parameters. */
  public List<Problem> checkValues(Configuration some) {
    List<Problem> problems = new ArrayList<>();
    some.values()
        .forEach(
            (name, value) -> {
              int i = indexOf(name);
              if (i < 0) {
                problems.add(
                    new Problem(
                        name, "is no parameter of this space; remove it or use one of " + names()));
              } else if (!domains[i].contains(value)) {
                problems.add(
                    new Problem(
                        name,
                        "must be " + domains[i].expectation() + ", was " + Values.shown(value)));
              }
            });
    return problems;
  }

  Domain[] domains() {
    return domains;
  }

  Constraints constraints() {
    return constraints;
  }

  /** Whether a configuration of this space has a forbidden combination. */
  public boolean isForbidden(Configuration configuration) {
    if (!constraints.forbidsAny()) {
      return false;
    }
    long[] index = new long[domains.length];
    for (int i = 0; i < domains.length; i++) {
      Object value = configuration.values().get(parameters.get(i).name());
      index[i] = value == null ? Constraints.INACTIVE : indexOf(i, value);
    }
    return constraints.forbidden(index) >= 0;
  }

  /** The index of a value if a condition or a forbidden combination refers to it. */
  private long indexOf(int i, Object value) {
    return constraints.isReferred(i) ? domains[i].indexOf(value) : 0;
  }

  /** Supplies a value for an active parameter. */
  @FunctionalInterface
  interface ValueSource {
    Object valueOf(int parameter);
  }

  /** Fills the active parameters, parents first. */
  Configuration build(ValueSource source) {
    long[] index = new long[domains.length];
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i : constraints.order()) {
      if (constraints.activity(i, index) == Constraints.Activity.ACTIVE) {
        Object value = source.valueOf(i);
        index[i] = indexOf(i, value);
        values.put(parameters.get(i).name(), value);
      } else {
        index[i] = Constraints.INACTIVE;
      }
    }
    return Configuration.of(values);
  }

  void checkLength(double[] point) {
    if (point.length != domains.length) {
      throw new IllegalArgumentException(
          "a point needs " + domains.length + " coordinates, had " + point.length);
    }
  }

  private static String inactiveMessage(Parameter parameter) {
    return "does not exist here; leave it out (it exists only while "
        + parameter.activeWhen().orElseThrow().shown()
        + ")";
  }

  /** The value's JSON text; if JSON cannot represent it, a text that no parameter has. */
  private static Object json(Object value) {
    try {
      return JsonText.of(value);
    } catch (IllegalArgumentException unfit) {
      return String.valueOf(value);
    }
  }

  private static boolean representable(Object value) {
    return value instanceof Long
        || value instanceof String
        || value instanceof Boolean
        || value instanceof JsonText
        || value instanceof Double number && Double.isFinite(number);
  }

  private int indexOf(String name) {
    for (int i = 0; i < domains.length; i++) {
      if (parameters.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private String names() {
    return parameters.stream().map(Parameter::name).collect(Collectors.joining(", "));
  }
}
