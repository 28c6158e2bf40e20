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
  private final Domain[] domains;
  private final ConditionTree tree;

  private SearchSpace(List<Parameter> parameters) {
    this.parameters = parameters;
    this.domains = parameters.stream().map(Domain::of).toArray(Domain[]::new);
    this.tree = new ConditionTree(parameters, domains);
  }

  /** A search space of these parameters, or all that is wrong with them at once. */
  public static Validated<SearchSpace> of(List<Parameter> parameters) {
    List<Parameter> copy = List.copyOf(parameters);
    List<Problem> problems = SpaceRules.check(copy);
    return problems.isEmpty()
        ? new Validated.Valid<>(new SearchSpace(copy))
        : new Validated.Invalid<>(problems);
  }

  /** The parameters in declared order. */
  public List<Parameter> parameters() {
    return parameters;
  }

  /** Number of parameters, active or not. */
  public int dimensions() {
    return parameters.size();
  }

  /**
   * Number of distinct configurations; empty when a continuous parameter can be active, or when the
   * number exceeds a long.
   */
  public OptionalLong cardinality() {
    long count = tree.cardinality();
    return count == ConditionTree.UNCOUNTABLE ? OptionalLong.empty() : OptionalLong.of(count);
  }

  /**
   * The configuration a point of the unit cube stands for: one coordinate for each parameter in
   * declared order; those of inactive parameters are ignored.
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
    long[] chosen = tree.enumerate(index);
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
   * hold it, so that {@link #check} can report it. A null counts as not given.
   */
  public Configuration coerce(Map<String, ?> given) {
    Map<String, Object> values = new LinkedHashMap<>();
    given.forEach(
        (name, value) -> {
          if (value != null) {
            Object normalised = Values.normalised(value);
            int i = indexOf(name);
            Object fitted = i < 0 ? normalised : domains[i].coerce(normalised);
            values.put(name, representable(fitted) ? fitted : String.valueOf(value));
          }
        });
    return Configuration.of(values);
  }

  /**
   * Everything that keeps this configuration from being one of this space; empty when it is one.
   */
  public List<Problem> check(Configuration configuration) {
    List<Problem> problems = new ArrayList<>();
    Map<String, Object> values = configuration.values();
    Activity[] activity = new Activity[domains.length];
    for (int i : tree.order()) {
      String name = parameters.get(i).name();
      Object value = values.get(name);
      activity[i] = activity(i, activity, values);
      if (activity[i] == Activity.ACTIVE && value == null) {
        problems.add(new Problem(name, "is missing; give " + domains[i].expectation()));
      } else if (activity[i] == Activity.ACTIVE && !domains[i].contains(value)) {
        problems.add(
            new Problem(
                name, "must be " + domains[i].expectation() + ", was " + Values.shown(value)));
      } else if (activity[i] == Activity.INACTIVE && value != null) {
        problems.add(new Problem(name, inactiveMessage(parameters.get(i))));
      }
    }
    for (String name : values.keySet()) {
      if (indexOf(name) < 0) {
        problems.add(
            new Problem(name, "is no parameter of this space; remove it or use one of " + names()));
      }
    }
    return List.copyOf(problems);
  }

  Domain[] domains() {
    return domains;
  }

  ConditionTree tree() {
    return tree;
  }

  /** Supplies a value for an active parameter. */
  @FunctionalInterface
  interface ValueSource {
    Object valueOf(int parameter);
  }

  /** Fills the active parameters, parents first. */
  Configuration build(ValueSource source) {
    Object[] chosen = new Object[domains.length];
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i : tree.order()) {
      int parent = tree.parent(i);
      boolean active =
          parent < 0
              || chosen[parent] != null
                  && tree.activates(i, domains[parent].indexOf(chosen[parent]));
      if (active) {
        chosen[i] = source.valueOf(i);
        values.put(parameters.get(i).name(), chosen[i]);
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

  private enum Activity {
    ACTIVE,
    INACTIVE,
    /** The parent's value is wrong, which is reported there. */
    UNKNOWN
  }

  private Activity activity(int i, Activity[] known, Map<String, Object> values) {
    int parent = tree.parent(i);
    if (parent < 0) {
      return Activity.ACTIVE;
    }
    if (known[parent] != Activity.ACTIVE) {
      return known[parent];
    }
    Object value = values.get(parameters.get(parent).name());
    if (value == null || !domains[parent].contains(value)) {
      return Activity.UNKNOWN;
    }
    return tree.activates(i, domains[parent].indexOf(value)) ? Activity.ACTIVE : Activity.INACTIVE;
  }

  private static String inactiveMessage(Parameter parameter) {
    Condition condition = parameter.activeWhen().orElseThrow();
    return "does not exist here; leave it out (it exists only while "
        + condition.parameter()
        + " is "
        + condition.values().stream().map(Values::shown).collect(Collectors.joining(" or "))
        + ")";
  }

  private static boolean representable(Object value) {
    return value instanceof Long
        || value instanceof String
        || value instanceof Boolean
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
