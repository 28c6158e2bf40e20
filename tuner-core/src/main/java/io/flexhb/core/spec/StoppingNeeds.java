package io.flexhb.core.spec;

import io.flexhb.core.schedule.CurveFittingRule;
import io.flexhb.core.schedule.MedianStoppingRule;
import io.flexhb.core.space.Problem;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Checks that a rule of early stopping can judge at all; otherwise it would silently do nothing.
 */
public final class StoppingNeeds {

  private StoppingNeeds() {}

  /** Why the study's rule cannot judge a value; empty if it can. */
  public static Optional<String> fault(StudySpec spec, double minimised) {
    boolean fits =
        spec.method().stopping() != Method.Stopping.CURVE
            || CurveFittingRule.fault(
                    CurveFittingRule.score(minimised, spec.objective().maximises()))
                .isEmpty();
    return fits
        ? Optional.empty()
        : Optional.of(
            "stopping: curve needs an objective from 0 to 1; report an accuracy or an error rate,"
                + " or make a study with stopping: median");
  }

  static Optional<Problem> tooFewLevels(StudySpec spec) {
    int needed =
        switch (spec.method().stopping()) {
          case NONE -> 0;
          case MEDIAN -> MedianStoppingRule.defaults().graceLevels() + 1;
          case CURVE -> CurveFittingRule.defaults().minPoints();
        };
    long max = spec.ladder().maxResource();
    List<Long> below = spec.fidelityLevels().stream().filter(level -> level < max).toList();
    if (below.size() >= needed) {
      return Optional.empty();
    }
    return Optional.of(
        new Problem(
            "stopping",
            "'"
                + spec.method().stopping().name().toLowerCase(Locale.ROOT)
                + "' needs values at "
                + needed
                + " levels, but there are only "
                + below.size()
                + ", "
                + below.stream().map(spec::shown).toList()
                + ", below resource.max "
                + spec.shown(max)
                + "; list more in switches.fgf.levels, raise resource.max, or set stopping: "
                + (spec.method().stopping() == Method.Stopping.CURVE ? "median" : "none")));
  }
}
