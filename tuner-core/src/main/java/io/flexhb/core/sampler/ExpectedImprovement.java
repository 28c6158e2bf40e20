package io.flexhb.core.sampler;

import io.flexhb.core.surrogate.Normal;
import io.flexhb.core.surrogate.Surrogate;
import java.util.Arrays;

/**
 * Expected improvement for minimisation (Jones et al. 1998), as a logarithm: {@code log E[max(0,
 * incumbent - f(x))]}; finite, so the tail still ranks.
 */
record ExpectedImprovement(Surrogate surrogate, double incumbent) implements Acquisition {
  /** Avoids division by zero when a model has no uncertainty. */
  private static final double MIN_VARIANCE = 1e-12;

  /** Between these numbers of deviations, the improvement has a cheap bound. */
  private static final int LOW = -25;

  private static final int HIGH = 10;
  private static final int KNOTS_PER_UNIT = 16;
  private static final double[] KNOTS = knots();

  /** The logarithm bends by less than 1, so chords are off by at most half of this. */
  private static final double SLACK = 0.25 / (KNOTS_PER_UNIT * KNOTS_PER_UNIT);

  @Override
  public double[] of(double[][] x) {
    double[] mean = new double[x.length];
    double[] variance = new double[x.length];
    surrogate.predict(x, mean, variance);
    double[] log = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      log[i] = log(mean[i], variance[i], incumbent);
    }
    return log;
  }

  /**
   * The same result as from all values, but values that a bound shows to be too small are not
   * computed.
   */
  @Override
  public Best best(double[][] x, int count) {
    double[] mean = new double[x.length];
    double[] variance = new double[x.length];
    surrogate.predict(x, mean, variance);
    double[] bound = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      bound[i] = bound(mean[i], variance[i], incumbent);
    }
    DescendingOrder descending = new DescendingOrder(bound);
    int[] seen = new int[x.length];
    double[] log = new double[x.length];
    int size = 0;
    double reached = Double.POSITIVE_INFINITY; // by as many as are wanted
    while (descending.hasNext()) {
      int i = descending.nextInt();
      if (size >= count && bound[i] < reached) {
        break;
      }
      log[i] = log(mean[i], variance[i], incumbent);
      reached = size < count ? Math.min(reached, log[i]) : reached;
      seen[size++] = i;
    }
    int[] ascending = Arrays.copyOf(seen, size);
    Arrays.sort(ascending);
    Best best = Best.of(Arrays.stream(ascending).mapToDouble(i -> log[i]).toArray(), count);
    return new Best(Arrays.stream(best.index()).map(k -> ascending[k]).toArray(), best.score());
  }

  static double log(double mean, double variance, double incumbent) {
    double deviation = Math.sqrt(Math.max(MIN_VARIANCE, variance));
    return StrictMath.log(deviation) + Normal.logImprovement((incumbent - mean) / deviation);
  }

  /** At least the logarithm, and at most 0.001 more. */
  static double bound(double mean, double variance, double incumbent) {
    double deviation = Math.sqrt(Math.max(MIN_VARIANCE, variance));
    double z = (incumbent - mean) / deviation;
    if (!(z > LOW && z < HIGH)) {
      return log(mean, variance, incumbent);
    }
    double at = (z - LOW) * KNOTS_PER_UNIT;
    int k = (int) at;
    double chord = KNOTS[k] + (at - k) * (KNOTS[k + 1] - KNOTS[k]);
    return StrictMath.log(deviation) + chord + SLACK;
  }

  private static double[] knots() {
    double[] knots = new double[(HIGH - LOW) * KNOTS_PER_UNIT + 1];
    Arrays.setAll(knots, k -> Normal.logImprovement(LOW + (double) k / KNOTS_PER_UNIT));
    return knots;
  }
}
