package io.flexhb.core.space;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Search spaces for tests. */
public final class Spaces {
  private Spaces() {}

  /** All kinds of parameter and a chain of two conditions. */
  public static SearchSpace rich() {
    return SearchSpace.of(
            List.of(
                new DoubleParameter(
                    "momentum",
                    0,
                    1,
                    false,
                    Optional.empty(),
                    Optional.of(Condition.when("optimizer", "sgd"))),
                CategoricalParameter.of("optimizer", "adam", "sgd", "lbfgs"),
                DoubleParameter.log("lr", 1e-5, 1),
                IntParameter.linear("layers", 1, 4),
                IntParameter.log("width", 1, 1024),
                new BooleanParameter(
                    "nesterov", Optional.of(Condition.when("optimizer", "sgd", "adam"))),
                new IntParameter(
                    "warmup", 0, 20, false, 5, Optional.of(Condition.when("nesterov", true))),
                OrdinalParameter.of("batch", 32, 64, 128),
                new DoubleParameter("dropout", 0, 0.5, false, Optional.of(0.1), Optional.empty())))
        .orElseThrow();
  }

  /** Finite spaces of up to four discrete parameters with random conditions on earlier ones. */
  public static Arbitrary<SearchSpace> finite() {
    return Arbitraries.integers()
        .between(0, 3)
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .flatMap(
            kinds ->
                Arbitraries.integers()
                    .between(-2, 5)
                    .list()
                    .ofSize(kinds.size())
                    .map(parents -> build(kinds, parents)));
  }

  private static SearchSpace build(List<Integer> kinds, List<Integer> parents) {
    List<Parameter> parameters = new ArrayList<>();
    for (int i = 0; i < kinds.size(); i++) {
      Optional<Condition> condition = Optional.empty();
      if (parents.get(i) >= 0 && i > 0) {
        Parameter parent = parameters.get(parents.get(i) % i);
        Domain domain = Domain.of(parent);
        Object value = domain.valueAt(parents.get(i) % domain.size());
        condition = Optional.of(Condition.when(parent.name(), value));
      }
      parameters.add(parameter("p" + i, kinds.get(i), condition));
    }
    return SearchSpace.of(parameters).orElseThrow();
  }

  private static Parameter parameter(String name, int kind, Optional<Condition> condition) {
    return switch (kind) {
      case 0 -> new BooleanParameter(name, condition);
      case 1 -> new IntParameter(name, -3, 4, false, 3, condition);
      case 2 -> new CategoricalParameter(name, List.of("a", "b", "c", "d"), condition);
      default -> new OrdinalParameter(name, List.of(1, 2.5, 10), condition);
    };
  }

  /** Spaces of all kinds of parameter, with nested conditions and forbidden combinations. */
  public static Arbitrary<SearchSpace> wide() {
    return Arbitraries.longs().map(seed -> wide(new SplittableRandom(seed)));
  }

  private static SearchSpace wide(SplittableRandom random) {
    List<Parameter> parameters = new ArrayList<>();
    List<Parameter> parents = new ArrayList<>();
    int count = random.nextInt(2, 8);
    for (int i = 0; i < count; i++) {
      Optional<Condition> condition =
          parents.isEmpty() || random.nextInt(2) == 0
              ? Optional.empty()
              : Optional.of(condition(parents, random, 2));
      Parameter parameter = wideParameter("p" + i, random.nextInt(9), condition);
      parameters.add(parameter);
      if (Domain.of(parameter).size() > 0) {
        parents.add(parameter);
      }
    }
    List<Forbidden> forbidden = new ArrayList<>();
    for (int k = random.nextInt(3); k > 0 && parents.size() > 1; k--) {
      int first = random.nextInt(parents.size() - 1);
      Map<String, List<Object>> values = new LinkedHashMap<>();
      for (int i : new int[] {first, first + 1}) {
        values.put(parents.get(i).name(), List.of(anyValue(parents.get(i), random)));
      }
      forbidden.add(new Forbidden(values));
    }
    return SearchSpace.of(parameters, forbidden).orElseThrow();
  }

  private static Condition condition(List<Parameter> parents, SplittableRandom random, int depth) {
    int kind = depth == 0 ? 0 : random.nextInt(3);
    if (kind == 0) {
      Parameter parent = parents.get(random.nextInt(parents.size()));
      return Condition.when(parent.name(), anyValue(parent, random), anyValue(parent, random));
    }
    List<Condition> of =
        List.of(condition(parents, random, depth - 1), condition(parents, random, depth - 1));
    return kind == 1 ? new Condition.All(of) : new Condition.Any(of);
  }

  private static Object anyValue(Parameter parameter, SplittableRandom random) {
    Domain domain = Domain.of(parameter);
    return domain.valueAt(random.nextLong(domain.size()));
  }

  private static Parameter wideParameter(String name, int kind, Optional<Condition> condition) {
    return switch (kind) {
      case 0 -> new DoubleParameter(name, 1e-3, 10, true, Optional.empty(), condition);
      case 1 -> new DoubleParameter(name, 1e-3, 10, true, Optional.of(0.25), condition);
      case 2 -> new DoubleParameter(name, -1, 1, false, Optional.of(0.5), condition);
      case 3 -> new IntParameter(name, 16, 512, true, 16, condition);
      case 4 -> new CategoricalParameter(name, mixed(), condition);
      case 5 -> new OrdinalParameter(name, List.of(false, true), condition);
      case 6 -> new ConstantParameter(name, JsonText.of(List.of(64, 32)), condition);
      case 7 -> new BooleanParameter(name, condition);
      default -> new IntParameter(name, 1, 3, false, 1, condition);
    };
  }

  private static List<Object> mixed() {
    return Arrays.asList("gini", 3, 0.5, true, null, List.of(128, 64), List.of());
  }

  /** What is wrong with a configuration, found by other means than the space's own. */
  public static List<String> faults(SearchSpace space, Configuration configuration) {
    Map<String, Object> values = configuration.values();
    List<String> faults = new ArrayList<>();
    for (Parameter parameter : space.parameters()) {
      Object value = values.get(parameter.name());
      boolean exists = parameter.activeWhen().map(c -> holds(c, values)).orElse(true);
      if (exists != (value != null)) {
        faults.add(parameter.name() + (exists ? " is missing" : " should not exist"));
      } else if (exists && !fits(parameter, value)) {
        faults.add(parameter.name() + " has " + value);
      }
    }
    for (Forbidden forbidden : space.forbidden()) {
      if (forbidden.values().entrySet().stream()
          .allMatch(e -> e.getValue().contains(values.get(e.getKey())))) {
        faults.add("has " + forbidden);
      }
    }
    return faults;
  }

  private static boolean holds(Condition condition, Map<String, Object> values) {
    if (condition instanceof Condition.Is is) {
      return is.values().contains(values.get(is.parameter()));
    }
    return condition instanceof Condition.All all
        ? all.of().stream().allMatch(c -> holds(c, values))
        : ((Condition.Any) condition).of().stream().anyMatch(c -> holds(c, values));
  }

  private static boolean fits(Parameter parameter, Object value) {
    if (parameter instanceof DoubleParameter p) {
      double v = (Double) value;
      double steps = p.step().map(step -> (v - p.low()) / step).orElse(0.0);
      return v >= p.low() && v <= p.high() && Math.abs(steps - Math.rint(steps)) < 1e-9;
    }
    if (parameter instanceof IntParameter p) {
      long v = (Long) value;
      return v >= p.low() && v <= p.high() && (v - p.low()) % p.step() == 0;
    }
    if (parameter instanceof CategoricalParameter p) {
      return p.choices().contains(value);
    }
    if (parameter instanceof OrdinalParameter p) {
      return p.values().contains(value);
    }
    return parameter instanceof ConstantParameter p
        ? p.value().equals(value)
        : value instanceof Boolean;
  }
}
