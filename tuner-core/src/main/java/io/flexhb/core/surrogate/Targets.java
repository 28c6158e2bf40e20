package io.flexhb.core.surrogate;

/**
 * How the values of a level become targets of its model (study setting {@code fgf.targets}). Levels
 * differ in scale, so models can only be fused on a common one.
 */
public enum Targets {
  /** Normal quantiles of the ranks; a diverging run is just the worst. */
  QUANTILE {
    @Override
    double[] of(double[] y) {
      int[] order = Ranks.ascending(y);
      double[] z = new double[y.length];
      for (int from = 0; from < order.length; ) {
        int to = from + 1;
        while (to < order.length && y[order[to]] == y[order[from]]) {
          to++;
        }
        // Equal values share the middle of their ranks.
        double q = Normal.quantile((from + to) / (2.0 * y.length));
        for (int k = from; k < to; k++) {
          z[order[k]] = q;
        }
        from = to;
      }
      return z;
    }
  },
  /** Zero mean, unit deviation; all 0 where the values do not differ. */
  Z {
    @Override
    double[] of(double[] y) {
      double scale = 0;
      for (double v : y) {
        scale = Math.max(scale, Math.abs(v));
      }
      double[] z = new double[y.length];
      if (scale == 0) {
        return z;
      }
      // Scaled first: squares of values like 1e300 overflow.
      double mean = 0;
      for (int i = 0; i < y.length; i++) {
        z[i] = y[i] / scale;
        mean += z[i];
      }
      mean /= y.length;
      double squares = 0;
      for (int i = 0; i < y.length; i++) {
        z[i] -= mean;
        squares += z[i] * z[i];
      }
      double deviation = Math.sqrt(squares / y.length);
      for (int i = 0; i < y.length; i++) {
        z[i] = deviation > 1e-15 ? z[i] / deviation : 0;
      }
      return z;
    }
  };

  /** Targets for these finite values, in the same order. */
  abstract double[] of(double[] y);
}
