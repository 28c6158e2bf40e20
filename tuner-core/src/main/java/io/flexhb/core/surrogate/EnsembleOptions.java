package io.flexhb.core.surrogate;

import java.util.Objects;

/**
 * How models of fidelity levels are fitted, weighted and combined: the switches of Fine-Grained
 * Fidelity, as under {@code switches} in a study file (docs/study-file.md).
 *
 * @param targets scale of the models' targets
 * @param failed how a failed trial counts in the model of its level
 * @param fullWeight where the weight of the full fidelity's model comes from (pK)
 * @param gamma exponent of the weights, 0 or more; larger trusts the best level more
 * @param fusion how the levels' predictions are combined
 * @param incumbent what a candidate has to improve on
 * @param pending how a running trial counts in the model of the full fidelity
 * @param forest shape of the models
 */
public record EnsembleOptions(
    Targets targets,
    Failed failed,
    FullWeight fullWeight,
    double gamma,
    Fusion fusion,
    Incumbent incumbent,
    Pending pending,
    ForestOptions forest) {

  /** The paper's exponent of the weights (FlexHB B.2). */
  private static final double GAMMA = 3;

  /** What a failed trial counts as. */
  public enum Failed {
    /** The worst finite value of its level. */
    WORST,
    /** Nothing. */
    DROP
  }

  /** Where the weight of the full fidelity's model comes from. */
  public enum FullWeight {
    /** That of the level below, times how much better it predicts held-out points of its own. */
    GENERALISATION,
    /** The ratio of losses as the paper prints it. */
    LITERAL,
    /** Its own cross-validated consistency (MFES-HB). */
    MFES
  }

  /** How predictions of the levels are combined. */
  public enum Fusion {
    /** Weighted means of means and variances. */
    WEIGHTED_SUM,
    /** Generalised product of experts: weighted precisions. */
    GPOE
  }

  /** What a candidate has to improve on. */
  public enum Incumbent {
    /** The smallest target measured at full fidelity. */
    MEASURED,
    /** The smallest fused mean at a configuration measured at full fidelity. */
    FUSED
  }

  /** What a running trial counts as. */
  public enum Pending {
    /** The median of the full fidelity, in the model used for the acquisition only. */
    MEDIAN,
    /** Nothing. */
    NONE
  }

  public EnsembleOptions {
    Objects.requireNonNull(targets, "targets");
    Objects.requireNonNull(failed, "failed");
    Objects.requireNonNull(fullWeight, "fullWeight");
    Objects.requireNonNull(fusion, "fusion");
    Objects.requireNonNull(incumbent, "incumbent");
    Objects.requireNonNull(pending, "pending");
    Objects.requireNonNull(forest, "forest");
    if (!(gamma >= 0 && Double.isFinite(gamma))) {
      throw new IllegalArgumentException("gamma must be 0 or more, was " + gamma);
    }
  }

  /** The options that performed best: quantile targets, weighted sum. */
  public static EnsembleOptions defaults() {
    return new EnsembleOptions(
        Targets.QUANTILE,
        Failed.WORST,
        FullWeight.GENERALISATION,
        GAMMA,
        Fusion.WEIGHTED_SUM,
        Incumbent.MEASURED,
        Pending.MEDIAN,
        ForestOptions.defaults());
  }

  /** The paper's choices. */
  public static EnsembleOptions paper() {
    return defaults()
        .change()
        .targets(Targets.Z)
        .fullWeight(FullWeight.LITERAL)
        .fusion(Fusion.GPOE)
        .incumbent(Incumbent.FUSED)
        .done();
  }

  /** The choices of MFES-HB (Li et al. 2021). */
  public static EnsembleOptions mfes() {
    return paper().change().fullWeight(FullWeight.MFES).done();
  }

  /** One forest of full-fidelity values with z targets, which ignores running trials. */
  public static EnsembleOptions singleForest() {
    return paper().change().fusion(Fusion.WEIGHTED_SUM).pending(Pending.NONE).done();
  }

  /** A copy with some options changed. */
  public Change change() {
    return new Change(this);
  }

  /** A builder of changed options. Used by one thread. */
  public static final class Change {
    private Targets targets;
    private Failed failed;
    private FullWeight fullWeight;
    private double gamma;
    private Fusion fusion;
    private Incumbent incumbent;
    private Pending pending;
    private ForestOptions forest;

    private Change(EnsembleOptions from) {
      targets = from.targets;
      failed = from.failed;
      fullWeight = from.fullWeight;
      gamma = from.gamma;
      fusion = from.fusion;
      incumbent = from.incumbent;
      pending = from.pending;
      forest = from.forest;
    }

    public Change targets(Targets value) {
      targets = value;
      return this;
    }

    public Change failed(Failed value) {
      failed = value;
      return this;
    }

    public Change fullWeight(FullWeight value) {
      fullWeight = value;
      return this;
    }

    public Change gamma(double value) {
      gamma = value;
      return this;
    }

    public Change fusion(Fusion value) {
      fusion = value;
      return this;
    }

    public Change incumbent(Incumbent value) {
      incumbent = value;
      return this;
    }

    public Change pending(Pending value) {
      pending = value;
      return this;
    }

    public Change forest(ForestOptions value) {
      forest = value;
      return this;
    }

    /** The options. */
    public EnsembleOptions done() {
      return new EnsembleOptions(
          targets, failed, fullWeight, gamma, fusion, incumbent, pending, forest);
    }
  }
}
