package io.flexhb.core.surrogate;

/** The standard normal distribution; the same digits in every JVM. */
public final class Normal {
  private static final double LOG_SQRT_2PI = 0.5 * 1.8378770664093454836;

  /** Below this the continued fraction is replaced by the asymptotic series. */
  private static final double FAR_TAIL = -25;

  private Normal() {}

  /** Density. */
  public static double density(double z) {
    return StrictMath.exp(-0.5 * z * z - LOG_SQRT_2PI);
  }

  /** Probability of a value up to z. Marsaglia 2004; absolute error below 1e-15. */
  public static double cumulative(double z) {
    if (z < -3) {
      return density(z) * mills(-z);
    }
    if (z > 3) {
      return 1 - cumulative(-z);
    }
    double sum = z;
    double term = z;
    for (int i = 3; sum + term != sum; i += 2) {
      term *= z * z / i;
      sum += term;
    }
    return 0.5 + sum * density(z);
  }

  /**
   * The z with {@code cumulative(z) = p}. Wichura 1988, algorithm AS 241 (PPND16), relative error
   * about 1e-16.
   *
   * @param p in (0, 1)
   */
  public static double quantile(double p) {
    double q = p - 0.5;
    if (Math.abs(q) <= 0.425) {
      double r = 0.180625 - q * q;
      return q * ratio(CENTRAL_A, CENTRAL_B, r);
    }
    double r = Math.sqrt(-StrictMath.log(q < 0 ? p : 1 - p));
    double z = r <= 5 ? ratio(MIDDLE_C, MIDDLE_D, r - 1.6) : ratio(TAIL_E, TAIL_F, r - 5);
    return q < 0 ? -z : z;
  }

  /**
   * {@code log(density(z) + z * cumulative(z))}: the logarithm of expected improvement in units of
   * the deviation. Never underflows: Ament et al. 2023.
   */
  public static double logImprovement(double z) {
    if (z > -1) {
      return StrictMath.log(density(z) + z * cumulative(z));
    }
    double logDensity = -0.5 * z * z - LOG_SQRT_2PI;
    if (z > FAR_TAIL) {
      // 1 - |z| m(|z|) = |z| m (1/(|z| m) - 1); the fraction gives 1/m - |z| without cancellation.
      double rest = millsRest(-z);
      return logDensity + StrictMath.log(rest / (-z + rest));
    }
    double s = 1 / (z * z);
    return logDensity + StrictMath.log(s * (1 - s * (3 - s * (15 - s * 105))));
  }

  /** Mills' ratio (1 - cumulative(z)) / density(z) for z above about 1. */
  private static double mills(double z) {
    return 1 / (z + millsRest(z));
  }

  /** Laplace's continued fraction 1/(z + 2/(z + 3/(z + ...))). */
  private static double millsRest(double z) {
    int terms = z < 2 ? 200 : z < 5 ? 60 : 25;
    double tail = z;
    for (int k = terms; k >= 2; k--) {
      tail = z + k / tail;
    }
    return 1 / tail;
  }

  private static double ratio(double[] numerator, double[] denominator, double r) {
    return polynomial(numerator, r) / polynomial(denominator, r);
  }

  private static double polynomial(double[] coefficients, double r) {
    double sum = 0;
    for (int i = coefficients.length - 1; i >= 0; i--) {
      sum = sum * r + coefficients[i];
    }
    return sum;
  }

  private static final double[] CENTRAL_A = {
    3.3871328727963666080, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125,
    45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727
  };
  private static final double[] CENTRAL_B = {
    1.0, 42.313330701600911252, 687.18700749205790830, 5394.1960214247511077,
    21213.794301586595867, 39307.895800092710610, 28729.085735721942674, 5226.4952788528545610
  };
  private static final double[] MIDDLE_C = {
    1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550,
    3.64784832476320460504, 1.27045825245236838258, 0.241780725177450611770,
    0.0227238449892691845833, 7.74545014278341407640e-4
  };
  private static final double[] MIDDLE_D = {
    1.0,
    2.05319162663775882187,
    1.67638483018380384940,
    0.689767334985100004550,
    0.148103976427480074590,
    0.0151986665636164571966,
    5.47593808499534494600e-4,
    1.05075007164441684324e-9
  };
  private static final double[] TAIL_E = {
    6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580,
    0.296560571828504891230, 0.0265321895265761230930, 0.00124266094738807843860,
    2.71155556874348757815e-5, 2.01033439929228813265e-7
  };
  private static final double[] TAIL_F = {
    1.0,
    0.599832206555887937690,
    0.136929880922735805310,
    0.0148753612908506148525,
    7.86869131145613259100e-4,
    1.84631831751005468180e-5,
    1.42151175831644588870e-7,
    2.04426310338993978564e-15
  };
}
