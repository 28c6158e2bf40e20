package io.flexhb.core.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Plans the end of a budget (docs/algorithms.md section 8): a bracket that exceeds the rest of the
 * budget is made smaller, so that its best trial still reaches the largest resource.
 */
public final class BudgetTail {

  private BudgetTail() {}

  /**
   * The bracket with as many trials as the budget allows to its end.
   *
   * @param plan ends at the largest resource
   * @param available resource units that nothing else is planned for
   * @return empty when not even one trial could reach the largest resource
   */
  public static Optional<BracketPlan> fit(BracketPlan plan, int eta, long available) {
    if (plan.costWithResume() <= available) {
      return Optional.of(plan);
    }
    int affordable = 0;
    int tooMany = plan.rungs().get(0).n();
    while (tooMany - affordable > 1) {
      int middle = (affordable + tooMany) >>> 1;
      if (starting(plan, middle, eta).costWithResume() <= available) {
        affordable = middle;
      } else {
        tooMany = middle;
      }
    }
    return affordable == 0 ? Optional.empty() : Optional.of(starting(plan, affordable, eta));
  }

  /** The bracket with this many trials at its first rung. */
  private static BracketPlan starting(BracketPlan plan, int trials, int eta) {
    List<Rung> rungs = new ArrayList<>();
    int n = trials;
    for (Rung rung : plan.rungs()) {
      rungs.add(new Rung(n, rung.resource()));
      n = Math.max(1, n / eta);
    }
    return new BracketPlan(rungs);
  }
}
