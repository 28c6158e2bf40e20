package io.flexhb.core.schedule;

import java.util.Arrays;

/** Kendall's tau-a: (concordant - discordant) / all pairs; ties count in the denominator only. */
public final class KendallTau {

  private KendallTau() {}

  /**
   * tau-a of two samples in O(n log n) (Knight 1966).
   *
   * @param x finite values
   * @param y finite values, as many as {@code x}
   * @return in [-1, 1]; 0 when there is no pair
   */
  public static double tauA(double[] x, double[] y) {
    if (x.length != y.length) {
      throw new IllegalArgumentException(
          "samples differ in length: " + x.length + " and " + y.length);
    }
    return ofSamples(withoutNegativeZero(x), withoutNegativeZero(y));
  }

  /** Sorting tells the two zeros apart, comparing does not. */
  private static double[] withoutNegativeZero(double[] values) {
    return Arrays.stream(values).map(v -> v + 0.0).toArray();
  }

  private static double ofSamples(double[] x, double[] y) {
    int n = x.length;
    if (n < 2) {
      return 0;
    }
    Integer[] order = new Integer[n];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order,
        (a, b) -> {
          int byX = Double.compare(x[a], x[b]);
          return byX != 0 ? byX : Double.compare(y[a], y[b]);
        });
    double[] ys = new double[n];
    long tiedX = 0;
    long tiedBoth = 0;
    int runX = 1;
    int runBoth = 1;
    ys[0] = y[order[0]];
    for (int i = 1; i < n; i++) {
      ys[i] = y[order[i]];
      boolean sameX = x[order[i]] == x[order[i - 1]];
      runX = sameX ? runX + 1 : 1;
      runBoth = sameX && ys[i] == ys[i - 1] ? runBoth + 1 : 1;
      tiedX += runX - 1;
      tiedBoth += runBoth - 1;
    }
    // Within equal x the ys ascend, so every inversion is a discordant pair.
    long discordant = inversions(ys, new double[n], 0, n);
    long tiedY = 0;
    int runY = 1;
    for (int i = 1; i < n; i++) {
      runY = ys[i] == ys[i - 1] ? runY + 1 : 1;
      tiedY += runY - 1;
    }
    long pairs = (long) n * (n - 1) / 2;
    long concordant = pairs - tiedX - tiedY + tiedBoth - discordant;
    return (double) (concordant - discordant) / pairs;
  }

  /** Counts pairs out of order and sorts {@code a[from, to)}. */
  private static long inversions(double[] a, double[] scratch, int from, int to) {
    if (to - from < 2) {
      return 0;
    }
    int middle = (from + to) >>> 1;
    long count = inversions(a, scratch, from, middle) + inversions(a, scratch, middle, to);
    int left = from;
    int right = middle;
    for (int k = from; k < to; k++) {
      if (right >= to || (left < middle && a[left] <= a[right])) {
        scratch[k] = a[left++];
      } else {
        count += middle - left;
        scratch[k] = a[right++];
      }
    }
    System.arraycopy(scratch, from, a, from, to - from);
    return count;
  }
}
