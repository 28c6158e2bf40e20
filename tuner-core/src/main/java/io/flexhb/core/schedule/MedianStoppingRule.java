package io.flexhb.core.schedule;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Stops a trial whose best value so far is worse than what completed trials had on average by then
 * (Golovin et al. 2017, section 3.2.2). Values are minimised.
 *
 * @param minCompleted completed trials below which nothing is stopped
 * @param graceLevels levels that a trial always passes
 */
public record MedianStoppingRule(int minCompleted, int graceLevels) {
  /** Twice as many digits as a double has. */
  private static final MathContext MEAN_PRECISION = MathContext.DECIMAL128;

  public MedianStoppingRule {
    if (minCompleted < 1) {
      throw new IllegalArgumentException("minCompleted must be at least 1, was " + minCompleted);
    }
    if (graceLevels < 0) {
      throw new IllegalArgumentException("graceLevels must be 0 or more, was " + graceLevels);
    }
  }

  /** Three completed trials, one level of grace. */
  public static MedianStoppingRule defaults() {
    return new MedianStoppingRule(3, 1);
  }

  /**
   * The verdict of the rule.
   *
   * @param stop whether to stop
   * @param best the trial's best value so far
   * @param median of the running means of completed trials; empty when the rule does not apply
   * @param completed number of completed trials
   */
  public record Verdict(boolean stop, double best, OptionalDouble median, int completed) {}

  /**
   * Judges a trial at the last level it reported.
   *
   * @param own its finite values at the levels so far, in order; at least one
   * @param means the {@link #runningMean} of each completed trial's values at the same levels
   */
  public Verdict judge(List<Double> own, RankedSet means) {
    if (own.isEmpty()) {
      throw new IllegalArgumentException("a trial without a value cannot be judged");
    }
    double best = own.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    if (own.size() <= graceLevels || means.size() < minCompleted) {
      return new Verdict(false, best, OptionalDouble.empty(), means.size());
    }
    double median = median(means);
    return new Verdict(best > median, best, OptionalDouble.of(median), means.size());
  }

  /**
   * Mean of the first values, rounded once: the mean of equal values is exactly that value, so that
   * ties do not stop a trial, and huge values cannot overflow.
   */
  public static double runningMean(List<Double> values, int levels) {
    int n = Math.min(levels, values.size());
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < n; i++) {
      sum = sum.add(new BigDecimal(values.get(i)));
    }
    return n == 0 ? 0 : sum.divide(BigDecimal.valueOf(n), MEAN_PRECISION).doubleValue();
  }

  private static double median(RankedSet means) {
    int n = means.size();
    double lower = means.atRank((n + 1) / 2).value();
    double upper = means.atRank(n / 2 + 1).value();
    // Halved first, so that huge ones cannot overflow; half the smallest double would be 0.
    return lower == upper ? lower : lower / 2 + upper / 2;
  }
}
