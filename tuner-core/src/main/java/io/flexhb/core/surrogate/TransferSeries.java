package io.flexhb.core.surrogate;

import io.flexhb.core.fidelity.LevelData;
import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.random.CounterRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Transfer series expansion (Hu et al. 2019), first order: a model of a low fidelity (about R/27),
 * a model of what a middle one (about R/5) adds to it, and a straight line for how much of that the
 * full fidelity adds.
 *
 * <p>Values are measured in deviations of the full fidelity's, around its mean.
 */
public final class TransferSeries implements Surrogate {
  private static final int MIN_POINTS = 3;

  private final Forest low;
  private final Forest delta;
  private final double intercept;
  private final double slope;
  private final double residualVariance;
  private final double incumbent;

  private TransferSeries(
      Forest low,
      Forest delta,
      double intercept,
      double slope,
      double residualVariance,
      double incumbent) {
    this.low = low;
    this.delta = delta;
    this.intercept = intercept;
    this.slope = slope;
    this.residualVariance = residualVariance;
    this.incumbent = incumbent;
  }

  /** Empty until both lower levels and the full fidelity have three finite values each. */
  public static Optional<TransferSeries> fit(
      Measurements measurements, Features features, ForestOptions options, long seed) {
    LevelData full = measurements.fullFidelity();
    LevelData low = nearest(measurements.levels(), full.level() / 27.0);
    LevelData middle = nearest(measurements.levels(), full.level() / 5.0);
    int[] both = common(middle, low);
    if (low.level() >= middle.level()
        || middle.level() >= full.level()
        || both.length < MIN_POINTS
        || full.size() < MIN_POINTS) {
      return Optional.empty();
    }
    Scale scale = Scale.of(full.y());
    ForestTrainer trainer = new ForestTrainer(features, options);
    Forest lowModel = trainer.fit(low.x(), scale.apply(low.y()), seed(seed, "tse-low"));
    double[][] bothX = new double[both.length][];
    double[] added = new double[both.length];
    for (int k = 0; k < both.length; k++) {
      bothX[k] = middle.x()[both[k]];
      added[k] =
          scale.apply(middle.y()[both[k]])
              - scale.apply(low.y()[low.indexOf(middle.trials()[both[k]])]);
    }
    Forest deltaModel = trainer.fit(bothX, added, seed(seed, "tse-delta"));
    return Optional.of(regress(lowModel, deltaModel, full.x(), scale.apply(full.y())));
  }

  /** Least squares of (y - low) on delta. */
  private static TransferSeries regress(Forest low, Forest delta, double[][] x, double[] y) {
    double[] base = low.means(x);
    double[] d = delta.means(x);
    double[] rest = new double[y.length];
    for (int i = 0; i < y.length; i++) {
      rest[i] = y[i] - base[i];
    }
    double[] line = line(d, rest);
    double squares = 0;
    for (int i = 0; i < y.length; i++) {
      double residual = rest[i] - line[0] - line[1] * d[i];
      squares += residual * residual;
    }
    return new TransferSeries(
        low, delta, line[0], line[1], squares / y.length, Arrays.stream(y).min().orElseThrow());
  }

  /** Intercept and slope of the least squares line; slope 1 where x does not vary. */
  static double[] line(double[] x, double[] y) {
    int n = x.length;
    double meanX = Arrays.stream(x).sum() / n;
    double meanY = Arrays.stream(y).sum() / n;
    double xx = 0;
    double xy = 0;
    for (int i = 0; i < n; i++) {
      xx += (x[i] - meanX) * (x[i] - meanX);
      xy += (x[i] - meanX) * (y[i] - meanY);
    }
    double slope = xx > 1e-12 ? xy / xx : 1;
    return new double[] {meanY - slope * meanX, slope};
  }

  /** The smallest scaled value measured at full fidelity. */
  public double incumbent() {
    return incumbent;
  }

  /** How much of the middle level's difference the full fidelity shows. */
  public double slope() {
    return slope;
  }

  @Override
  public void predict(double[][] x, double[] mean, double[] variance) {
    double[] deltaMean = new double[x.length];
    double[] deltaVariance = new double[x.length];
    low.predict(x, mean, variance);
    delta.predict(x, deltaMean, deltaVariance);
    for (int i = 0; i < x.length; i++) {
      mean[i] += intercept + slope * deltaMean[i];
      variance[i] += slope * slope * deltaVariance[i] + residualVariance;
    }
  }

  private record Scale(double mean, double deviation) {
    static Scale of(double[] y) {
      // Divided before summing, against overflow.
      double mean = 0;
      for (double v : y) {
        mean += v / y.length;
      }
      double deviation = 0;
      for (double v : y) {
        deviation = Math.max(deviation, Math.abs(v / 2 - mean / 2) * 2);
      }
      double squares = 0;
      for (double v : y) {
        double share = deviation == 0 ? 0 : (v / 2 - mean / 2) / (deviation / 2);
        squares += share * share;
      }
      double scaled = deviation * Math.sqrt(squares / y.length);
      return new Scale(mean, scaled > 0 && Double.isFinite(scaled) ? scaled : 1);
    }

    double apply(double y) {
      // Lower levels may diverge; a value far outside the full fidelity's range is just bad.
      return Math.max(-1e3, Math.min(1e3, (y / 2 - mean / 2) / (deviation / 2)));
    }

    double[] apply(double[] y) {
      return Arrays.stream(y).map(this::apply).toArray();
    }
  }

  /** The level nearest to a resource in ratio, the lower of two equally near. */
  static LevelData nearest(List<LevelData> levels, double resource) {
    LevelData best = levels.get(0);
    for (LevelData level : levels) {
      if (ratio(level.level(), resource) < ratio(best.level(), resource)) {
        best = level;
      }
    }
    return best;
  }

  private static double ratio(double a, double b) {
    return Math.max(a / b, b / a);
  }

  private static int[] common(LevelData one, LevelData other) {
    int[] found = new int[one.size()];
    int count = 0;
    for (int i = 0; i < one.size(); i++) {
      if (other.indexOf(one.trials()[i]) >= 0) {
        found[count++] = i;
      }
    }
    return Arrays.copyOf(found, count);
  }

  private static long seed(long seed, String purpose) {
    return CounterRandom.of(seed, purpose, 0).nextLong();
  }
}
