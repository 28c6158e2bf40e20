package io.flexhb.core.sampler;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.surrogate.Normal;
import io.flexhb.core.surrogate.Surrogate;
import java.util.List;

/**
 * The probability that a point is outside the balls around running trials that, given how fast the
 * objective can change, cannot contain its minimum (González et al. 2016, eq. 6).
 */
final class LocalPenalty {
  private static final double MIN_LIPSCHITZ = 1e-3;
  private static final double MIN_DEVIATION = 1e-3;
  private static final int SAMPLES = 200;
  private static final double STEP = 0.05;

  private final double lipschitz;
  private final double incumbent;
  private final double[][] centres;
  private final double[] mean;
  private final double[] deviation;
  private final boolean[] nominal;

  private LocalPenalty(
      double lipschitz,
      double incumbent,
      double[][] centres,
      double[] mean,
      double[] deviation,
      boolean[] nominal) {
    this.lipschitz = lipschitz;
    this.incumbent = incumbent;
    this.centres = centres;
    this.mean = mean;
    this.deviation = deviation;
    this.nominal = nominal;
  }

  static LocalPenalty of(
      Surrogate model,
      double incumbent,
      List<double[]> running,
      boolean[] nominal,
      CounterRandom random) {
    double[][] centres = running.toArray(double[][]::new);
    double[] mean = new double[centres.length];
    double[] deviation = new double[centres.length];
    model.predict(centres, mean, deviation);
    for (int i = 0; i < deviation.length; i++) {
      deviation[i] = Math.max(MIN_DEVIATION, Math.sqrt(deviation[i]));
    }
    double lipschitz = centres.length == 0 ? MIN_LIPSCHITZ : steepest(model, nominal, random);
    return new LocalPenalty(lipschitz, incumbent, centres, mean, deviation, nominal);
  }

  double lipschitz() {
    return lipschitz;
  }

  /** Logarithm of the product of the penalties; 0 when nothing runs. */
  double log(double[] x) {
    double sum = 0;
    for (int j = 0; j < centres.length; j++) {
      double z = (lipschitz * distance(x, centres[j]) - (mean[j] - incumbent)) / deviation[j];
      sum += StrictMath.log(Math.max(Double.MIN_NORMAL, Normal.cumulative(z)));
    }
    return sum;
  }

  private double distance(double[] a, double[] b) {
    double squares = 0;
    for (int i = 0; i < a.length; i++) {
      double difference = nominal[i] ? (a[i] == b[i] ? 0 : 1) : a[i] - b[i];
      squares += difference * difference;
    }
    return Math.sqrt(squares);
  }

  /** The longest gradient of the mean among random points, by central differences. */
  private static double steepest(Surrogate model, boolean[] nominal, CounterRandom random) {
    double[] squares = new double[SAMPLES];
    double[][] x = new double[SAMPLES][];
    for (int i = 0; i < SAMPLES; i++) {
      x[i] = new double[nominal.length];
      for (int j = 0; j < nominal.length; j++) {
        x[i][j] = nominal[j] ? 0 : STEP + (1 - 2 * STEP) * random.nextDouble();
      }
    }
    for (int j = 0; j < nominal.length; j++) {
      if (!nominal[j]) {
        double[] above = model.means(moved(x, j, STEP));
        double[] below = model.means(moved(x, j, -STEP));
        for (int i = 0; i < SAMPLES; i++) {
          double slope = (above[i] - below[i]) / (2 * STEP);
          squares[i] += slope * slope;
        }
      }
    }
    double largest = 0;
    for (double square : squares) {
      largest = Math.max(largest, square);
    }
    return Math.max(MIN_LIPSCHITZ, Math.sqrt(largest));
  }

  private static double[][] moved(double[][] x, int column, double step) {
    double[][] moved = new double[x.length][];
    for (int i = 0; i < x.length; i++) {
      moved[i] = x[i].clone();
      moved[i][column] += step;
    }
    return moved;
  }
}
