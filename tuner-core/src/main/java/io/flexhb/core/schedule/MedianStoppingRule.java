package io.flexhb.core.schedule;

import java.util.Arrays;
import java.util.List;

/**
 * Stops a trial whose best value so far is worse than what completed trials had on average by then
 * (Golovin et al. 2017, section 3.2.2). Values are minimised.
 *
 * @param minCompleted completed trials below which nothing is stopped
 * @param graceLevels levels a trial may always pass
 */
public record MedianStoppingRule(int minCompleted, int graceLevels) {
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
   * What the rule says.
   *
   * @param stop whether to stop
   * @param best the trial's best value so far
   * @param median of the running means of completed trials; NaN when the rule does not apply
   * @param reason in words
   */
  public record Verdict(boolean stop, double best, double median, String reason) {}

  /**
   * Judges a trial at the last level it reported.
   *
   * @param own its finite values at the levels so far, in order; at least one
   * @param completed for each completed trial its values at the same levels; more levels are
   *     ignored
   */
  public Verdict judge(List<Double> own, List<List<Double>> completed) {
    if (own.isEmpty()) {
      throw new IllegalArgumentException("a trial without a value cannot be judged");
    }
    int levels = own.size();
    double best = own.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    if (levels <= graceLevels) {
      return new Verdict(false, best, Double.NaN, "within its grace of " + graceLevels);
    }
    double[] means =
        completed.stream()
            .filter(values -> !values.isEmpty())
            .mapToDouble(values -> runningMean(values, levels))
            .sorted()
            .toArray();
    if (means.length < minCompleted) {
      return new Verdict(
          false, best, Double.NaN, means.length + " of " + minCompleted + " trials completed");
    }
    double median = median(means);
    boolean stop = best > median;
    String relation = stop ? "worse than" : "not worse than";
    return new Verdict(
        stop,
        best,
        median,
        "best value is " + relation + " the median of " + means.length + " running means");
  }

  /** Mean of the first values, each divided first so that huge ones cannot overflow. */
  private static double runningMean(List<Double> values, int levels) {
    int n = Math.min(levels, values.size());
    double mean = 0;
    for (int i = 0; i < n; i++) {
      mean += values.get(i) / n;
    }
    return mean;
  }

  private static double median(double[] sorted) {
    int n = sorted.length;
    return Arrays.stream(sorted, (n - 1) / 2, n / 2 + 1).average().orElseThrow();
  }
}
