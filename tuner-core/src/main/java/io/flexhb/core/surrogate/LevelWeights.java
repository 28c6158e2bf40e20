package io.flexhb.core.surrogate;

import io.flexhb.core.fidelity.LevelData;
import io.flexhb.core.fidelity.Measurements;
import java.util.Arrays;
import java.util.List;

/**
 * The weight of each level's model (FlexHB B.2), by how well it ranks the configurations measured
 * at full fidelity.
 */
final class LevelWeights {
  /** With fewer points, held-out predictions rank in reverse, so the level below is used. */
  private static final int MIN_HELD_OUT = 10;

  /** The paper's bound of p_K (FlexHB B.2). */
  private static final double MAX_CONSISTENCY = 0.99;

  private final LevelModels models;
  private final EnsembleOptions options;

  LevelWeights(LevelModels models, EnsembleOptions options) {
    this.models = models;
    this.options = options;
  }

  /** One weight for each level, 0 where there is no model; they sum to 1 when any level has one. */
  double[] of(Measurements measurements) {
    List<LevelData> levels = measurements.levels();
    int full = levels.size() - 1;
    double[] p = new double[levels.size()];
    // Failed trials say where not to look, not how well a level predicts.
    TrainingSet fullData = models.trainingSet(levels.get(full)).onlyMeasured();
    boolean judged = fullData.size() >= LevelModels.MIN_POINTS;
    int below = -1; // the highest level under the full one that has a model
    for (int i = 0; i < full; i++) {
      if (models.hasModel(levels.get(i))) {
        p[i] = judged ? consistency(models.model(levels.get(i)), fullData) : 1;
        below = i;
      }
    }
    if (judged) {
      p[full] = below < 0 ? 1 : fullConsistency(p[below], levels.get(below), levels.get(full));
    }
    return normalised(p, levels);
  }

  private double[] normalised(double[] p, List<LevelData> levels) {
    double[] weights = powers(p, options.gamma());
    if (Arrays.stream(weights).sum() > 0) {
      return weights;
    }
    // No model ranks any pair correctly: equal weights.
    for (int i = 0; i < p.length; i++) {
      p[i] = models.hasModel(levels.get(i)) ? 1 : 0;
    }
    return powers(p, 1);
  }

  /**
   * {@code p_i^gamma / sum p^gamma}; all 0 when p is. A level with p 0 gets 0, also for gamma 0.
   */
  static double[] powers(double[] p, double gamma) {
    double[] weights = new double[p.length];
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      weights[i] = p[i] == 0 ? 0 : StrictMath.pow(p[i], gamma);
      sum += weights[i];
    }
    for (int i = 0; i < p.length && sum > 0; i++) {
      weights[i] /= sum;
    }
    return weights;
  }

  private static double consistency(Forest model, TrainingSet full) {
    return 1 - RankingLoss.of(model.means(full.x()), full.y()) / RankingLoss.pairs(full.size());
  }

  private double fullConsistency(double pBelow, LevelData below, LevelData full) {
    boolean enough = below.size() >= MIN_HELD_OUT && full.size() >= MIN_HELD_OUT;
    return switch (options.fullWeight()) {
      case GENERALISATION ->
          enough ? Math.min(MAX_CONSISTENCY, pBelow * heldOut(full) / heldOut(below)) : pBelow;
      case LITERAL ->
          Math.min(
              MAX_CONSISTENCY,
              pBelow * literalRatio(models.heldOutLoss(full), models.heldOutLoss(below)));
      case MFES -> full.size() >= MIN_HELD_OUT ? heldOut(full) : 0;
    };
  }

  /** p': the share of pairs that held-out predictions order right, smoothed by one of each kind. */
  private double heldOut(LevelData level) {
    double pairs = RankingLoss.pairs(level.size());
    double consistent = pairs - models.heldOutLoss(level);
    return Math.min(MAX_CONSISTENCY, (consistent + 1) / (pairs + 2));
  }

  /** The printed ratio of losses, with its zeros defined. */
  static double literalRatio(double fullLoss, double belowLoss) {
    if (belowLoss == 0) {
      return fullLoss == 0 ? 1 : fullLoss + 1;
    }
    return fullLoss / belowLoss;
  }
}
