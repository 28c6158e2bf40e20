package io.flexhb.core.schedule;

import java.util.Set;

/**
 * The parametric families of learning curves of Domhan et al. 2015, table 1: accuracy as a function
 * of resource x >= 1, with parameters p.
 */
enum LearningCurve {
  VAPOR_PRESSURE(-0.6, -0.6, 0.1) {
    @Override
    double raw(double x, double power, double[] p) {
      return exp(p[0] + p[1] / x + p[2] * log(x));
    }
  },
  POW3(Set.of(2), 0.8, 0.5, 0.5) {
    @Override
    double power(double x, double[] p) {
      return pow(x, -p[2]);
    }

    @Override
    double raw(double x, double power, double[] p) {
      return p[0] - p[1] * power;
    }
  },
  LOG_LOG_LINEAR(0.3, 1.6) {
    @Override
    double raw(double x, double power, double[] p) {
      return log(p[0] * log(x) + p[1]);
    }
  },
  HILL3(Set.of(1), 0.8, 1, 1) {
    @Override
    double power(double x, double[] p) {
      return pow(x, p[1]);
    }

    @Override
    double raw(double x, double power, double[] p) {
      return p[0] * power / (pow(p[2], p[1]) + power);
    }
  },
  LOG_POWER(Set.of(1, 2), 0.8, 0.5, -1) {
    @Override
    double power(double x, double[] p) {
      return pow(x / exp(p[1]), p[2]);
    }

    @Override
    double raw(double x, double power, double[] p) {
      return p[0] / (1 + power);
    }
  },
  POW4(Set.of(1, 2, 3), 0.8, 1, 1, 1) {
    @Override
    double power(double x, double[] p) {
      return pow(p[1] * x + p[2], -p[3]);
    }

    @Override
    double raw(double x, double power, double[] p) {
      return p[0] - power;
    }
  },
  MMF(Set.of(2, 3), 0.8, 0.2, 0.5, 1) {
    @Override
    double power(double x, double[] p) {
      return pow(p[2] * x, p[3]);
    }

    @Override
    double raw(double x, double power, double[] p) {
      return p[0] - (p[0] - p[1]) / (1 + power);
    }
  },
  EXP4(Set.of(2), 0.8, 0.5, 0.5, 0) {
    @Override
    double power(double x, double[] p) {
      return pow(x, p[2]);
    }

    @Override
    double raw(double x, double power, double[] p) {
      return p[0] - exp(-p[1] * power + p[3]);
    }
  },
  JANOSCHEK(Set.of(3), 0.8, 0.2, 0.5, 1) {
    @Override
    double power(double x, double[] p) {
      return pow(x, p[3]);
    }

    @Override
    double raw(double x, double power, double[] p) {
      return p[0] - (p[0] - p[1]) * exp(-p[2] * power);
    }
  },
  WEIBULL(Set.of(2, 3), 0.8, 0.2, 0.5, 1) {
    @Override
    double power(double x, double[] p) {
      return pow(p[2] * x, p[3]);
    }

    @Override
    double raw(double x, double power, double[] p) {
      return p[0] - (p[0] - p[1]) * exp(-power);
    }
  },
  ILOG2(0.8, 0.3) {
    @Override
    double raw(double x, double power, double[] p) {
      return p[0] - p[1] / log(x + 1);
    }
  };

  /** Stands in for a value that does not exist, far outside of [0, 1]. */
  private static final double IMPOSSIBLE = 10;

  private final Set<Integer> inPower;
  private final double[] start;

  /** A family without a power. */
  LearningCurve(double... start) {
    this(Set.of(), start);
  }

  /**
   * @param inPower the parameters that {@link #power} depends on
   */
  LearningCurve(Set<Integer> inPower, double... start) {
    this.inPower = inPower;
    this.start = start;
  }

  /** The start values of a fit. */
  double[] start() {
    return start.clone();
  }

  /** Number of parameters. */
  int parameters() {
    return start.length;
  }

  /** The curve at x; finite even for parameters that do not form a curve. */
  double at(double x, double[] p) {
    return at(x, power(x, p), p);
  }

  /**
   * The curve at x where its power is known already.
   *
   * @param power of x and p, by {@link #power}
   */
  double at(double x, double power, double[] p) {
    double value = raw(x, power, p);
    return Double.isFinite(value) && Math.abs(value) < IMPOSSIBLE ? value : IMPOSSIBLE;
  }

  /**
   * The power of x in the formula, which takes most of the time of a fit; 0 for a family without
   * one.
   */
  double power(double x, double[] p) {
    return 0;
  }

  /** Whether {@link #power} depends on a parameter. */
  boolean isInPower(int parameter) {
    return inPower.contains(parameter);
  }

  abstract double raw(double x, double power, double[] p);

  private static double exp(double v) {
    return StrictMath.exp(v);
  }

  private static double log(double v) {
    return StrictMath.log(v);
  }

  private static double pow(double base, double exponent) {
    return StrictMath.pow(base, exponent);
  }
}
