package io.flexhb.core.surrogate;

import io.flexhb.core.fidelity.LevelData;
import io.flexhb.core.random.CounterRandom;
import java.util.Arrays;

/** Fits the models of single levels, and tests them on held-out points; caches both. */
final class LevelModels {
  /** A level with fewer points has no model. */
  static final int MIN_POINTS = 3;

  /** Up to this many points, each is held out by itself. */
  private static final int LEAVE_ONE_OUT_MAX = 30;

  private static final int FOLDS = 5;

  private final Features features;
  private final EnsembleOptions options;
  private final long seed;
  private final SurrogateCache cache;
  private final ForestTrainer trainer;

  LevelModels(Features features, EnsembleOptions options, long seed, SurrogateCache cache) {
    this.features = features;
    this.options = options;
    this.seed = seed;
    this.cache = cache;
    this.trainer = new ForestTrainer(features, options.forest());
  }

  private record Key(
      String kind,
      Features features,
      Targets targets,
      EnsembleOptions.Failed failed,
      ForestOptions forest,
      long seed,
      long level,
      long version) {}

  private Key key(String kind, LevelData level) {
    return new Key(
        kind,
        features,
        options.targets(),
        options.failed(),
        options.forest(),
        seed,
        level.level(),
        level.version());
  }

  TrainingSet trainingSet(LevelData level) {
    return cache.get(
        key("data", level),
        TrainingSet.class,
        TrainingSet::bytes,
        () -> TrainingSet.of(level, options.targets(), options.failed()));
  }

  boolean hasModel(LevelData level) {
    return trainingSet(level).size() >= MIN_POINTS;
  }

  /** The model of a level that has one. */
  Forest model(LevelData level) {
    return cache.get(
        key("forest", level),
        Forest.class,
        Forest::bytes,
        () -> fit(trainingSet(level), level.level()));
  }

  /** A model for one suggestion, not cached. */
  Forest fit(TrainingSet data, long level) {
    return trainer.fit(data.x(), data.y(), forestSeed("forest", level));
  }

  /** Ranking loss of held-out predictions on the level's own points. */
  double heldOutLoss(LevelData level) {
    boolean byFolds =
        options.fullWeight() == EnsembleOptions.FullWeight.MFES
            || trainingSet(level).size() > LEAVE_ONE_OUT_MAX;
    return cache.get(
        key(byFolds ? "folds" : "leave-one-out", level),
        Double.class,
        loss -> Double.BYTES,
        () -> {
          TrainingSet data = trainingSet(level);
          int[] fold = byFolds ? folds(data.size(), level.level()) : each(data.size());
          int folds = byFolds ? Math.min(FOLDS, data.size()) : data.size();
          double[] predicted = heldOut(data, fold, folds, level.level());
          int measured = data.measured();
          return RankingLoss.of(
              Arrays.copyOf(predicted, measured), Arrays.copyOf(data.y(), measured));
        });
  }

  private double[] heldOut(TrainingSet data, int[] fold, int folds, long level) {
    double[] predicted = new double[data.size()];
    for (int f = 0; f < folds; f++) {
      int held = 0;
      for (int k : fold) {
        held += k == f ? 1 : 0;
      }
      double[][] trainX = new double[data.size() - held][];
      double[] trainY = new double[data.size() - held];
      double[][] testX = new double[held][];
      int train = 0;
      int test = 0;
      for (int i = 0; i < fold.length; i++) {
        if (fold[i] == f) {
          testX[test++] = data.x()[i];
        } else {
          trainX[train] = data.x()[i];
          trainY[train++] = data.y()[i];
        }
      }
      double[] means = trainer.fit(trainX, trainY, forestSeed("fold" + f, level)).means(testX);
      test = 0;
      for (int i = 0; i < fold.length; i++) {
        if (fold[i] == f) {
          predicted[i] = means[test++];
        }
      }
    }
    return predicted;
  }

  private int[] folds(int n, long level) {
    int[] order = each(n);
    CounterRandom.of(seed, "folds", level).shuffle(order);
    int[] fold = new int[n];
    for (int i = 0; i < n; i++) {
      fold[order[i]] = i % FOLDS;
    }
    return fold;
  }

  private static int[] each(int n) {
    int[] indices = new int[n];
    for (int i = 0; i < n; i++) {
      indices[i] = i;
    }
    return indices;
  }

  private long forestSeed(String purpose, long level) {
    return CounterRandom.of(seed, purpose, level).nextLong();
  }
}
