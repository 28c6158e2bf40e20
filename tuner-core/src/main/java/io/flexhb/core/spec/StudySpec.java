package io.flexhb.core.spec;

import io.flexhb.core.fidelity.ResourceLadder;
import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.core.schedule.BracketPlan;
import io.flexhb.core.schedule.HyperBand;
import io.flexhb.core.schedule.Rung;
import io.flexhb.core.space.SearchSpace;
import java.util.List;
import java.util.OptionalLong;

/**
 * A valid study definition, made by {@link StudySpecReader}.
 *
 * @param study its name
 * @param unit name of the resource's unit, for display: epochs, trees ...
 * @param step the amount of that for one unit of the engine
 * @param fidelityLevels levels at which values are kept, ascending; contains every rung level
 * @param seed seed of all randomness of the study
 * @param suggestionsAhead suggestions kept ready beyond what waiting slots need, so that an ask is
 *     answered at once
 */
public record StudySpec(
    String study,
    Objective objective,
    ResourceLadder ladder,
    String unit,
    ResourceStep step,
    List<Long> fidelityLevels,
    SearchSpace space,
    long seed,
    Method method,
    Limits limits,
    Patience patience,
    int suggestionsAhead) {

  /** One is enough: a worker asks again long after it took its last suggestion. */
  public static final int DEFAULT_SUGGESTIONS_AHEAD = 1;

  public StudySpec {
    fidelityLevels = List.copyOf(fidelityLevels);
  }

  /** The same study with other limits. */
  public StudySpec with(Limits other) {
    return new StudySpec(
        study,
        objective,
        ladder,
        unit,
        step,
        fidelityLevels,
        space,
        seed,
        method,
        other,
        patience,
        suggestionsAhead);
  }

  /** A resource, a level or a cost as text, in the user's unit. */
  public String shown(long units) {
    return step.text(units);
  }

  /** The brackets of one loop before any re-arrangement, the most exploring first. */
  public List<BracketPlan> arrangement() {
    List<BracketPlan> table = HyperBand.arrange(ladder, method.sizing());
    return switch (method.brackets()) {
      case NONE -> {
        int n = table.get(table.size() - 1).rungs().get(0).n();
        yield List.of(new BracketPlan(List.of(new Rung(n, ladder.maxResource()))));
      }
      case SINGLE -> List.of(table.get(0));
      case HYPERBAND, FLEXBAND -> table;
    };
  }

  /** This study with the limits, patience and suggestions ahead of another. */
  public StudySpec amendedBy(StudySpec wanted) {
    return new StudySpec(
        study,
        objective,
        ladder,
        unit,
        step,
        fidelityLevels,
        space,
        seed,
        method,
        wanted.limits(),
        wanted.patience(),
        wanted.suggestionsAhead());
  }

  /**
   * The fidelity level at which a value is data: the highest at or below the resource it was
   * measured at. Empty below the lowest.
   */
  public OptionalLong fidelityLevelAt(long resource) {
    return ResourceLadder.highestLevelPassed(fidelityLevels, 0, resource);
  }

  /** Whether trials continue without waiting for their rung to be complete. */
  public boolean isAsynchronous() {
    return method.promotion() == Method.Promotion.ASHA;
  }

  /** Revival probability at an absolute rung level. */
  public double lambdaAt(long level) {
    if (method.promotion() != Method.Promotion.GLOSH) {
      return 0;
    }
    int index = ladder.rungLevels().indexOf(level);
    return index < 0 ? 0 : method.lambdas().get(index);
  }
}
