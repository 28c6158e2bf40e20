package io.flexhb.client;

import io.flexhb.avro.TrialStatus;
import io.flexhb.avro.TrialView;
import io.flexhb.core.spec.Objective;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Orders trials: values at different resources are not comparable, so the higher resource comes
 * first.
 */
public final class BestTrial {

  private BestTrial() {}

  /** The best first; trials that failed or have no value come last. */
  public static Comparator<TrialView> order(Objective objective) {
    return Comparator.comparing((TrialView t) -> !hasStanding(t))
        .thenComparing(Comparator.comparingLong(TrialView::getResource).reversed())
        .thenComparingDouble(
            t -> t.getValue() == null ? Double.MAX_VALUE : objective.minimised(t.getValue()))
        .thenComparingInt(TrialView::getTrial);
  }

  /** The best of these; empty while none has a value. */
  public static Optional<TrialView> of(List<TrialView> trials, Objective objective) {
    return trials.stream().filter(BestTrial::hasStanding).min(order(objective));
  }

  private static boolean hasStanding(TrialView trial) {
    return trial.getValue() != null && trial.getStatus() != TrialStatus.FAILED;
  }
}
