package io.flexhb.core.surrogate;

import java.util.Arrays;

/** Numbers that cut a line into intervals, and a quick way to find the interval of a number. */
final class IntervalIndex {
  private static final int BUCKETS = 256;

  private final double[] cuts; // and infinity at the end
  private final double low;
  private final double scale;
  private final char[] start; // the first interval that reaches into each of equally wide buckets

  /** Cuts at these numbers, in any order: finite, and one at least. */
  IntervalIndex(double[] numbers) {
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    int n = 1;
    for (double number : sorted) {
      if (number > sorted[n - 1]) {
        sorted[n++] = number;
      }
    }
    this.cuts = Arrays.copyOf(sorted, n + 1);
    this.cuts[n] = Double.POSITIVE_INFINITY;
    this.low = cuts[0];
    this.scale = n > 1 ? BUCKETS / (cuts[n - 1] - low) : 0;
    this.start = new char[BUCKETS];
    int interval = 0;
    for (int b = 0; b < BUCKETS; b++) {
      while (interval < n && bucket(cuts[interval]) < b) {
        interval++;
      }
      start[b] = (char) interval;
    }
  }

  /** Number of intervals: one more than cuts. */
  int intervals() {
    return cuts.length;
  }

  /** The interval of x: the number of cuts below it. */
  int of(double x) {
    // Never starts too far: rounding keeps order, so that what is in an earlier bucket is smaller.
    int interval = start[bucket(x)];
    while (cuts[interval] < x) {
      interval++;
    }
    return interval;
  }

  private int bucket(double x) {
    return Math.max(0, Math.min(BUCKETS - 1, (int) ((x - low) * scale)));
  }
}
