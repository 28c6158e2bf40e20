package io.flexhb.core.space;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
        condition = Optional.of(new Condition(parent.name(), List.of(value)));
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
}
