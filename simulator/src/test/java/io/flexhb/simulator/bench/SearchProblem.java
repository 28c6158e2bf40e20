package io.flexhb.simulator.bench;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.simulator.Incumbent;
import io.flexhb.simulator.ObjectiveFunction;
import io.flexhb.simulator.SimulationResult;
import io.flexhb.simulator.ToyFunction;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Something to search, with the answer known. Minimised.
 *
 * @param maxResource R
 * @param objective made anew for each run; may remember what it was asked
 * @param truth what a configuration is worth at R; empty = what was measured
 * @param optimum the least value of {@code truth}
 */
record SearchProblem(
    String name,
    SearchSpace space,
    long maxResource,
    Supplier<ObjectiveFunction> objective,
    Optional<ToDoubleFunction<Configuration>> truth,
    double optimum) {

  /** The paper's toy function with R = 27. */
  static SearchProblem toy(double phi) {
    ToyFunction exact = new ToyFunction(0);
    Configuration corner = ToyFunction.space().fromUnit(new double[] {1, 1, 1});
    return new SearchProblem(
        "toy phi=" + phi,
        ToyFunction.space(),
        27,
        () -> new ToyFunction(phi),
        Optional.of(configuration -> exact.value(configuration, 27, 0)),
        exact.value(corner, 27, 0));
  }

  /** What the incumbent is worse than the optimum. */
  double regret(SimulationResult result, Incumbent incumbent) {
    Configuration configuration = result.state().trials().get(incumbent.trial()).configuration();
    return truth.map(t -> t.applyAsDouble(configuration)).orElse(incumbent.value()) - optimum;
  }

  /** The regret at the end of a run. */
  double regret(SimulationResult result) {
    return regret(result, result.incumbents().get(result.incumbents().size() - 1));
  }
}
