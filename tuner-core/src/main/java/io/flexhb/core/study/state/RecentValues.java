package io.flexhb.core.study.state;

import io.flexhb.core.spec.Strategy;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The part of a trial's reports that the study's strategy needs, so that the value at the next
 * level depends only on the state. For each resource the first finite value counts, whichever
 * attempt sent it.
 *
 * @param resource up to which reports are in here, 0 when there was none
 * @param values minimized: the best, or the newest, the oldest first; empty when only the last
 *     counts
 */
public record RecentValues(long resource, List<Double> values) {

  /** The values of a trial without reports, and of all trials when only the last value counts. */
  public static final RecentValues NONE = new RecentValues(0, List.of());

  public RecentValues {
    values = List.copyOf(values);
  }

  /** Adds a report; the same instance when that resource was already reported or passed. */
  public RecentValues with(Strategy strategy, long reported, double value) {
    if (strategy.isLast() || reported <= resource) {
      return this;
    }
    if (strategy.kind() == Strategy.Kind.BEST) {
      double best = values.isEmpty() ? value : Math.min(values.get(0), value);
      return new RecentValues(reported, List.of(best));
    }
    List<Double> newest = new ArrayList<>(values);
    newest.add(value);
    int from = Math.max(0, newest.size() - strategy.reports());
    return new RecentValues(reported, newest.subList(from, newest.size()));
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  /**
   * The value at a level that is reached now: the best, or the mean. Summed exactly, so that the
   * mean of equal values is that value.
   */
  public double counted() {
    if (Collections.max(values).equals(Collections.min(values))) {
      return values.get(0);
    }
    BigDecimal sum = BigDecimal.ZERO;
    for (double value : values) {
      sum = sum.add(new BigDecimal(value));
    }
    return sum.divide(BigDecimal.valueOf(values.size()), MathContext.DECIMAL128).doubleValue()
        + 0.0;
  }
}
