package io.flexhb.core.schedule;

import io.flexhb.core.fidelity.ResourceStep;
import java.util.List;
import java.util.stream.Collectors;

/** The rungs of one bracket, from the lowest resource to the largest. */
public record BracketPlan(List<Rung> rungs) {

  public BracketPlan {
    rungs = List.copyOf(rungs);
    if (rungs.isEmpty()) {
      throw new IllegalArgumentException("a bracket has at least one rung");
    }
  }

  /** Resource at which the bracket starts, {@code r_0} of the paper. */
  public long startLevel() {
    return rungs.get(0).resource();
  }

  /** The cost of the first rung: {@code n_0 * r_0} resource units. */
  public long firstRungCost() {
    return rungs.get(0).n() * startLevel();
  }

  /** The cost of the whole bracket when promoted trials resume from their checkpoints. */
  public long costWithResume() {
    return firstRungCost() + costAfter(0);
  }

  /** The cost of the rungs after this one (an index) when promoted trials resume. */
  public long costAfter(int rung) {
    long cost = 0;
    for (int i = rung + 1; i < rungs.size(); i++) {
      cost += rungs.get(i).n() * (rungs.get(i).resource() - rungs.get(i - 1).resource());
    }
    return cost;
  }

  /** The cost of the whole bracket when each rung trains from the beginning. */
  public long costWithoutResume() {
    return rungs.stream().mapToLong(r -> r.n() * r.resource()).sum();
  }

  /** The rungs as text, in the user's unit. */
  public String text(ResourceStep step) {
    return rungs.stream().map(rung -> rung.text(step)).collect(Collectors.joining(" → "));
  }

  @Override
  public String toString() {
    return text(ResourceStep.ONE);
  }
}
