package io.flexhb.core.space;

import java.util.Optional;

/**
 * One tunable quantity. Instances may hold impossible bounds; {@link SearchSpace#of} finds these
 * and reports all of them together.
 */
public sealed interface Parameter
    permits DoubleParameter,
        IntParameter,
        CategoricalParameter,
        OrdinalParameter,
        BooleanParameter,
        ConstantParameter {

  /** Unique in its space. */
  String name();

  /** When the parameter exists; empty = always. */
  Optional<Condition> activeWhen();
}
