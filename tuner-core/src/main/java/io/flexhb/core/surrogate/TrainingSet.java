package io.flexhb.core.surrogate;

import io.flexhb.core.fidelity.LevelData;
import java.util.Arrays;
import java.util.List;

/**
 * The training data of a level's model.
 *
 * @param x encoded configurations; measured ones first, then failed ones
 * @param y targets on the normalised scale
 * @param measured number of measured ones
 */
record TrainingSet(double[][] x, double[] y, int measured) {

  /** Size of an array's header and the reference to it. */
  private static final long ARRAY_BYTES = 24;

  /** The points of a level; none when no value there is finite. */
  static TrainingSet of(LevelData level, Targets targets, EnsembleOptions.Failed failed) {
    int measured = level.size();
    int more = measured > 0 && failed == EnsembleOptions.Failed.WORST ? level.failedX().length : 0;
    double[][] x = Arrays.copyOf(level.x(), measured + more);
    double[] y = Arrays.copyOf(level.y(), measured + more);
    if (more > 0) {
      System.arraycopy(level.failedX(), 0, x, measured, more);
      Arrays.fill(y, measured, y.length, Arrays.stream(level.y()).max().orElseThrow());
    }
    return new TrainingSet(x, targets.of(y), measured);
  }

  int size() {
    return y.length;
  }

  /** Only the measured points, with their targets from the full set. */
  TrainingSet onlyMeasured() {
    return measured == size()
        ? this
        : new TrainingSet(Arrays.copyOf(x, measured), Arrays.copyOf(y, measured), measured);
  }

  /** Approximate memory use, including the points. */
  long bytes() {
    int columns = x.length == 0 ? 0 : x[0].length;
    return x.length * (ARRAY_BYTES + (columns + 1L) * Double.BYTES);
  }

  /** The smallest target. */
  double best() {
    return Arrays.stream(y).min().orElseThrow();
  }

  /** The median target. */
  double median() {
    double[] sorted = y.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  }

  /** This set and the last points of {@code more} with one target, at most as many as there are. */
  TrainingSet with(List<double[]> more, double target) {
    int added = Math.min(more.size(), size());
    double[][] longerX = Arrays.copyOf(x, size() + added);
    double[] longerY = Arrays.copyOf(y, size() + added);
    for (int i = 0; i < added; i++) {
      longerX[size() + i] = more.get(more.size() - added + i);
      longerY[size() + i] = target;
    }
    return new TrainingSet(longerX, longerY, measured);
  }
}
