package io.flexhb.core.space;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The parameters of a study, in declared order, with their conditions. Immutable and checked: every
 * instance has at least one parameter, unique names, possible bounds and conditions without cycle.
 */
public final class SearchSpace {
  private final List<Parameter> parameters;
  private final List<Forbidden> forbidden;
  private final Domain[] domains;
  private final Constraints constraints;
  private final GivenValues givenValues;
  // Created on first use, perhaps twice: it may take long, and all instances are equal.
  private volatile Enumeration enumeration;

  private SearchSpace(List<Parameter> parameters, List<Forbidden> forbidden) {
    this.parameters = parameters;
    this.forbidden = forbidden;
    this.domains = parameters.stream().map(Domain::of).toArray(Domain[]::new);
    this.constraints = new Constraints(parameters, domains, forbidden);
    this.givenValues = new GivenValues(parameters, domains, constraints, forbidden);
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
    return givenValues.coerce(given);
  }

  /** All problems of this configuration in this space; empty when it is valid. */
  public List<Problem> check(Configuration configuration) {
    return givenValues.check(configuration);
  }

  /** Problems of single values, regardless of the other parameters. */
  public List<Problem> checkValues(Configuration some) {
    return givenValues.checkEach(some);
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
      index[i] = value == null ? Constraints.INACTIVE : constraints.indexOf(i, value);
    }
    return constraints.forbidden(index) >= 0;
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
        index[i] = constraints.indexOf(i, value);
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
}
