package io.flexhb.core.surrogate;

import io.flexhb.core.fidelity.LevelData;
import io.flexhb.core.fidelity.Measurements;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * The Fine-Grained Fidelity surrogate (FlexHB B): a forest for each fidelity level, fused by how
 * well each ranks the configurations measured at full fidelity. Immutable.
 */
public final class FidelityEnsemble implements Surrogate {
  private static final int HEAVIEST = 3;

  private final SortedMap<Long, Double> weights;
  private final FusedSurrogate fused;
  private final FusedSurrogate heaviest;
  private final double incumbent;

  private FidelityEnsemble(
      SortedMap<Long, Double> weights,
      FusedSurrogate fused,
      FusedSurrogate heaviest,
      double incumbent) {
    this.weights = weights;
    this.fused = fused;
    this.heaviest = heaviest;
    this.incumbent = incumbent;
  }

  /**
   * Fits the models whose data are not in the cache, and fuses all.
   *
   * @param weightData the snapshot for the weights; usually the measurements themselves
   * @param seed the study's seed; forests depend on it and their level's data only
   * @return empty until some level has three points and the full fidelity one finite value
   */
  public static Optional<FidelityEnsemble> fit(
      Measurements measurements,
      Measurements weightData,
      Features features,
      EnsembleOptions options,
      long seed,
      SurrogateCache cache) {
    LevelModels models = new LevelModels(features, options, seed, cache);
    List<LevelData> levels = measurements.levels();
    if (measurements.fullFidelity().size() == 0 || levels.stream().noneMatch(models::hasModel)) {
      return Optional.empty();
    }
    double[] all = weightsFor(levels, models, new LevelWeights(models, options).of(weightData));
    return Optional.of(new Builder(measurements, models, options, all).build());
  }

  /**
   * Restricts the weights to levels that have a model now; if none has weight, the lower levels
   * share equally.
   */
  private static double[] weightsFor(List<LevelData> levels, LevelModels models, double[] weights) {
    int full = weights.length - 1;
    double[] kept = new double[weights.length];
    double[] lower = new double[weights.length];
    for (int i = 0; i < kept.length; i++) {
      boolean hasModel = models.hasModel(levels.get(i));
      kept[i] = hasModel ? weights[i] : 0;
      lower[i] = hasModel && i < full ? 1 : 0;
    }
    if (Arrays.stream(kept).sum() > 0) {
      return LevelWeights.powers(kept, 1);
    }
    if (Arrays.stream(lower).sum() == 0) {
      lower[full] = 1;
    }
    return LevelWeights.powers(lower, 1);
  }

  private record Builder(
      Measurements measurements, LevelModels models, EnsembleOptions options, double[] weights) {

    FidelityEnsemble build() {
      SortedMap<Long, Double> byLevel = new TreeMap<>();
      List<Integer> used = new ArrayList<>();
      for (int i = 0; i < weights.length; i++) {
        if (models.hasModel(level(i))) {
          byLevel.put(level(i).level(), weights[i]);
          if (weights[i] > 0) {
            used.add(i);
          }
        }
      }
      List<Integer> top =
          used.stream()
              .sorted(Comparator.comparingDouble((Integer i) -> -weights[i]))
              .limit(HEAVIEST)
              .sorted()
              .toList();
      Map<Integer, Surrogate> quick = new HashMap<>();
      for (int i : used) {
        quick.put(i, (i == weights.length - 1 ? fullModel() : models.model(level(i))).quick());
      }
      return new FidelityEnsemble(
          byLevel, fuse(used, quick::get), fuse(top, quick::get), incumbent(used));
    }

    private LevelData level(int i) {
      return measurements.levels().get(i);
    }

    private FusedSurrogate fuse(List<Integer> indices, IntFunction<Surrogate> model) {
      List<Surrogate> chosen = indices.stream().map(model::apply).toList();
      double[] some = indices.stream().mapToDouble(i -> weights[i]).toArray();
      return new FusedSurrogate(chosen, LevelWeights.powers(some, 1), options.fusion());
    }

    /** The full fidelity's model, including running trials so that they are not suggested again. */
    private Forest fullModel() {
      LevelData full = measurements.fullFidelity();
      if (options.pending() == EnsembleOptions.Pending.NONE || measurements.running().isEmpty()) {
        return models.model(full);
      }
      TrainingSet data = models.trainingSet(full);
      return models.fit(data.with(measurements.running(), data.median()), full.level());
    }

    private double incumbent(List<Integer> used) {
      TrainingSet full = models.trainingSet(measurements.fullFidelity());
      if (options.incumbent() == EnsembleOptions.Incumbent.MEASURED) {
        return full.best();
      }
      Surrogate honest = fuse(used, i -> models.model(level(i)));
      int measured = measurements.fullFidelity().size();
      return Arrays.stream(honest.means(Arrays.copyOf(full.x(), measured))).min().orElseThrow();
    }
  }

  /** Levels that have a model, ascending, with their weights, which sum to 1. */
  public SortedMap<Long, Double> weights() {
    return new TreeMap<>(weights);
  }

  /** The value on the target scale that a candidate has to improve on. */
  public double incumbent() {
    return incumbent;
  }

  /** The three models with the largest weights as one: a cheap first look at many candidates. */
  public Surrogate heaviest() {
    return heaviest;
  }

  @Override
  public void predict(double[][] x, double[] mean, double[] variance) {
    fused.predict(x, mean, variance);
  }
}
