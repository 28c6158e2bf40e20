package io.flexhb.core.surrogate;

import io.flexhb.core.fidelity.LevelData;
import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.random.CounterRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One forest over all fidelity levels with the logarithm of the resource as one more column,
 * evaluated at the largest resource. Targets are computed level by level, so that levels with
 * different scales agree.
 */
public final class JointSurrogate implements Surrogate {
  private static final int MIN_POINTS = 3;

  private final Forest forest;
  private final double incumbent;
  private final int points;

  private JointSurrogate(Forest forest, double incumbent, int points) {
    this.forest = forest;
    this.incumbent = incumbent;
    this.points = points;
  }

  private record Key(
      Features features,
      Targets targets,
      EnsembleOptions.Failed failed,
      ForestOptions forest,
      long seed,
      List<Long> versions) {}

  /** Empty until there are three points in all and one finite value at full fidelity. */
  public static Optional<JointSurrogate> fit(
      Measurements measurements,
      Features features,
      EnsembleOptions options,
      long seed,
      SurrogateCache cache) {
    int measured = measurements.levels().stream().mapToInt(LevelData::size).sum();
    if (measurements.fullFidelity().size() == 0 || measured < MIN_POINTS) {
      return Optional.empty();
    }
    Key key =
        new Key(
            features,
            options.targets(),
            options.failed(),
            options.forest(),
            seed,
            measurements.levels().stream().map(LevelData::version).toList());
    boolean withRunning =
        options.pending() == EnsembleOptions.Pending.MEDIAN && !measurements.running().isEmpty();
    if (withRunning) {
      // Other trials run at the next suggestion, so this is not worth caching.
      return Optional.of(fit(measurements, measurements.running(), features, options, seed));
    }
    return Optional.of(
        cache.get(
            key,
            JointSurrogate.class,
            joint -> joint.forest.bytes(),
            () -> fit(measurements, List.of(), features, options, seed)));
  }

  private static JointSurrogate fit(
      Measurements measurements,
      List<double[]> running,
      Features features,
      EnsembleOptions options,
      long seed) {
    List<double[]> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    long full = measurements.fullFidelity().level();
    double incumbent = Double.NaN;
    for (LevelData level : measurements.levels()) {
      TrainingSet measured = TrainingSet.of(level, options.targets(), options.failed());
      boolean isFull = level.level() == full;
      // Imputed, so that running trials are not suggested again.
      TrainingSet data =
          isFull && !running.isEmpty() ? measured.with(running, measured.median()) : measured;
      for (int i = 0; i < data.size(); i++) {
        x.add(with(data.x()[i], StrictMath.log((double) level.level() / full)));
        y.add(data.y()[i]);
      }
      if (isFull) {
        incumbent = measured.best();
      }
    }
    Forest forest =
        new ForestTrainer(features.withNumber(), options.forest())
            .fit(
                x.toArray(double[][]::new),
                y.stream().mapToDouble(Double::doubleValue).toArray(),
                CounterRandom.of(seed, "joint", 0).nextLong());
    return new JointSurrogate(forest, incumbent, y.size());
  }

  /** The smallest target measured at full fidelity. */
  public double incumbent() {
    return incumbent;
  }

  /** Number of training points, over all levels. */
  public int points() {
    return points;
  }

  @Override
  public void predict(double[][] x, double[] mean, double[] variance) {
    double[][] full = new double[x.length][];
    for (int i = 0; i < x.length; i++) {
      full[i] = with(x[i], 0);
    }
    forest.predict(full, mean, variance);
  }

  private static double[] with(double[] x, double logShare) {
    double[] longer = Arrays.copyOf(x, x.length + 1);
    longer[x.length] = logShare;
    return longer;
  }
}
