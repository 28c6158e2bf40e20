package io.flexhb.core.surrogate;

import java.util.function.IntBinaryOperator;

/** Sorting indices without boxing. */
final class Ranks {
  private Ranks() {}

  /** The indices of y by ascending value, equal values by index. */
  static int[] ascending(double[] y) {
    return sorted(y.length, (a, b) -> Double.compare(y[a], y[b]));
  }

  /** The indices 0 .. n-1 in a stable order (merge sort). */
  static int[] sorted(int n, IntBinaryOperator comparator) {
    int[] from = new int[n];
    for (int i = 0; i < n; i++) {
      from[i] = i;
    }
    int[] to = new int[n];
    for (int width = 1; width < n; width *= 2) {
      for (int low = 0; low < n; low += 2 * width) {
        int middle = Math.min(low + width, n);
        int high = Math.min(low + 2 * width, n);
        int a = low;
        int b = middle;
        for (int k = low; k < high; k++) {
          boolean left = a < middle && (b >= high || comparator.applyAsInt(from[a], from[b]) <= 0);
          to[k] = left ? from[a++] : from[b++];
        }
      }
      int[] swapped = from;
      from = to;
      to = swapped;
    }
    return from;
  }
}
