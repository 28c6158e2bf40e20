package io.flexhb.core.spec;

import io.flexhb.core.schedule.BracketPlan;
import io.flexhb.core.schedule.BudgetTail;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The plan of a study, known before it runs.
 *
 * @param brackets of one loop, before any re-arrangement, the most exploring first
 * @param rungLevels resources at which trials are stopped or promoted, ascending
 * @param fidelityLevels resources at which values are kept for the models, ascending
 * @param trialsPerLoop new trials of one loop
 * @param costWithResume resource units of one loop when promoted trials continue from checkpoints
 * @param costWithoutResume the same when each promoted trial trains from the beginning
 * @param spending how the budget is spent; empty without a budget, and when that is not known
 * @param configurations number of distinct configurations; empty when not countable
 */
public record StudyPlan(
    List<BracketPlan> brackets,
    List<Long> rungLevels,
    List<Long> fidelityLevels,
    long trialsPerLoop,
    long costWithResume,
    long costWithoutResume,
    Optional<Spending> spending,
    OptionalLong configurations) {

  /**
   * How a budget is spent when no bracket is re-arranged and every trial keeps its checkpoint.
   *
   * @param whole brackets in full
   * @param smaller brackets after those, made smaller so that they are trained to their end
   * @param left resource units that are too few for a trial to reach the largest resource
   */
  public record Spending(long whole, List<BracketPlan> smaller, long left) {
    public Spending {
      smaller = List.copyOf(smaller);
    }

    private static Optional<Spending> of(StudySpec spec, List<BracketPlan> loop) {
      if (spec.limits().budget().isEmpty() || spec.isAsynchronous() || !spec.method().plansTail()) {
        return Optional.empty();
      }
      long loopCost = loop.stream().mapToLong(BracketPlan::costWithResume).sum();
      long loops = spec.limits().budget().getAsLong() / loopCost;
      long left = spec.limits().budget().getAsLong() % loopCost;
      long whole = loops * loop.size();
      List<BracketPlan> smaller = new ArrayList<>();
      for (int place = 0; left >= spec.ladder().maxResource(); place++) {
        BracketPlan plan = loop.get(place % loop.size());
        BracketPlan fitting = BudgetTail.fit(plan, spec.ladder().eta(), left).orElseThrow();
        left -= fitting.costWithResume();
        if (fitting.equals(plan)) {
          whole++;
        } else {
          smaller.add(fitting);
        }
      }
      return Optional.of(new Spending(whole, smaller, left));
    }
  }

  public StudyPlan {
    brackets = List.copyOf(brackets);
    rungLevels = List.copyOf(rungLevels);
    fidelityLevels = List.copyOf(fidelityLevels);
  }

  /** The plan of a study that has not begun: one loop of its table of brackets. */
  public static StudyPlan of(StudySpec spec) {
    List<BracketPlan> brackets = spec.arrangement();
    return new StudyPlan(
        brackets,
        brackets.stream()
            .flatMap(b -> b.rungs().stream())
            .map(r -> r.resource())
            .distinct()
            .sorted()
            .toList(),
        spec.fidelityLevels(),
        brackets.stream().mapToLong(b -> b.rungs().get(0).n()).sum(),
        brackets.stream().mapToLong(BracketPlan::costWithResume).sum(),
        brackets.stream().mapToLong(BracketPlan::costWithoutResume).sum(),
        Spending.of(spec, brackets),
        spec.space().cardinality());
  }
}
