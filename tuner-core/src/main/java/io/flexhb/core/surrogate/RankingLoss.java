package io.flexhb.core.surrogate;

/** How much the order of predictions differs from that of measured values (FlexHB B.2). */
final class RankingLoss {
  private RankingLoss() {}

  /** Number of unordered pairs of n points. */
  static double pairs(int n) {
    return 0.5 * n * (n - 1.0);
  }

  /**
   * Pairs that {@code predicted} orders differently from {@code y}; a tie in the prediction of two
   * different values costs half; equal values have no order to miss. O(n log n), and independent of
   * the order of the points.
   */
  static double of(double[] predicted, double[] y) {
    int n = y.length;
    int[] order =
        Ranks.sorted(
            n,
            (a, b) -> {
              int byPrediction = compare(predicted[a], predicted[b]);
              return byPrediction != 0 ? byPrediction : compare(y[a], y[b]);
            });
    double tied = 0;
    for (int from = 0; from < n; ) {
      int to = from + 1;
      double sameValue = 0;
      int run = 1;
      while (to < n && predicted[order[to]] == predicted[order[from]]) {
        run = y[order[to]] == y[order[to - 1]] ? run + 1 : 1;
        sameValue += run - 1;
        to++;
      }
      tied += pairs(to - from) - sameValue;
      from = to;
    }
    return inversions(order, y) + 0.5 * tied;
  }

  /** Pairs i before j in the order with y_i > y_j, counted while merging (Knight 1966). */
  private static double inversions(int[] order, double[] y) {
    double[] from = new double[order.length];
    for (int i = 0; i < order.length; i++) {
      from[i] = y[order[i]];
    }
    double[] to = new double[order.length];
    double count = 0;
    for (int width = 1; width < from.length; width *= 2) {
      for (int low = 0; low < from.length; low += 2 * width) {
        int middle = Math.min(low + width, from.length);
        int high = Math.min(low + 2 * width, from.length);
        int a = low;
        int b = middle;
        for (int k = low; k < high; k++) {
          if (a < middle && (b >= high || from[a] <= from[b])) {
            to[k] = from[a++];
          } else {
            count += middle - a;
            to[k] = from[b++];
          }
        }
      }
      double[] swapped = from;
      from = to;
      to = swapped;
    }
    return count;
  }

  /** Unlike Double.compare, takes -0 and 0 for equal. */
  private static int compare(double a, double b) {
    return a < b ? -1 : a > b ? 1 : 0;
  }
}
