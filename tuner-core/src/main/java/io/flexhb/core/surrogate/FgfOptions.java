package io.flexhb.core.surrogate;

import java.util.Objects;

/**
 * The switches of Fine-Grained Fidelity, as under {@code switches} in a study file
 * (docs/study-file.md).
 *
 * @param targets scale of the models' targets
 * @param failed what a failed trial tells the model of its level
 * @param fullWeight where the weight of the full fidelity's model comes from (pK)
 * @param gamma exponent of the weights; larger trusts the best level more
 * @param fusion how the levels' predictions are joined
 * @param incumbent what a candidate has to improve on
 * @param pending what a running trial tells the model of the full fidelity
 * @param localSearch whether the best candidates are refined
 * @param candidates random configurations scored for each suggestion
 * @param screened of those, how many are scored by all levels rather than the heaviest three; 0 =
 *     all
 * @param randomFraction share of suggestions that are plain random draws
 * @param forest shape of the models
 */
public record FgfOptions(
    Targets targets,
    Failed failed,
    FullWeight fullWeight,
    double gamma,
    Fusion fusion,
    Incumbent incumbent,
    Pending pending,
    LocalSearch localSearch,
    int candidates,
    int screened,
    double randomFraction,
    ForestOptions forest) {

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

  /** How predictions of the levels are joined. */
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

  /** Whether candidates are refined. */
  public enum LocalSearch {
    /**
     * One parameter at a time while the acquisition rises. On a forest's plateaus that leads to
     * near copies of known trials, so nothing near to one is suggested while there is anything
     * else.
     */
    ONE_EXCHANGE,
    /** No. */
    NONE
  }

  public FgfOptions {
    Objects.requireNonNull(targets, "targets");
    Objects.requireNonNull(failed, "failed");
    Objects.requireNonNull(fullWeight, "fullWeight");
    Objects.requireNonNull(fusion, "fusion");
    Objects.requireNonNull(incumbent, "incumbent");
    Objects.requireNonNull(pending, "pending");
    Objects.requireNonNull(localSearch, "localSearch");
    Objects.requireNonNull(forest, "forest");
    if (!(gamma >= 0 && Double.isFinite(gamma))) {
      throw new IllegalArgumentException("gamma must be 0 or more, was " + gamma);
    }
    if (candidates < 1) {
      throw new IllegalArgumentException("candidates must be at least 1, was " + candidates);
    }
    if (screened < 0) {
      throw new IllegalArgumentException("screened must be 0 or more, was " + screened);
    }
    if (!(randomFraction >= 0 && randomFraction <= 1)) {
      throw new IllegalArgumentException("randomFraction must be in [0, 1]: " + randomFraction);
    }
  }

  /** What measured best: quantile targets, weighted sum, local search at a distance from trials. */
  public static FgfOptions defaults() {
    return new FgfOptions(
        Targets.QUANTILE,
        Failed.WORST,
        FullWeight.GENERALISATION,
        3,
        Fusion.WEIGHTED_SUM,
        Incumbent.MEASURED,
        Pending.MEDIAN,
        LocalSearch.ONE_EXCHANGE,
        5000,
        500,
        0.2,
        ForestOptions.defaults());
  }

  /** The paper's choices. */
  public static FgfOptions paper() {
    return new FgfOptions(
        Targets.Z,
        Failed.WORST,
        FullWeight.LITERAL,
        3,
        Fusion.GPOE,
        Incumbent.FUSED,
        Pending.MEDIAN,
        LocalSearch.ONE_EXCHANGE,
        5000,
        500,
        0.2,
        ForestOptions.defaults());
  }

  /** The choices of MFES-HB (Li et al. 2021). */
  public static FgfOptions mfes() {
    return paper().withFullWeight(FullWeight.MFES);
  }

  /** A copy with other targets. */
  public FgfOptions withTargets(Targets value) {
    return new FgfOptions(
        value,
        failed,
        fullWeight,
        gamma,
        fusion,
        incumbent,
        pending,
        localSearch,
        candidates,
        screened,
        randomFraction,
        forest);
  }

  /** A copy with another rule for failed trials. */
  public FgfOptions withFailed(Failed value) {
    return new FgfOptions(
        targets,
        value,
        fullWeight,
        gamma,
        fusion,
        incumbent,
        pending,
        localSearch,
        candidates,
        screened,
        randomFraction,
        forest);
  }

  /** A copy with another weight of the full fidelity. */
  public FgfOptions withFullWeight(FullWeight value) {
    return new FgfOptions(
        targets,
        failed,
        value,
        gamma,
        fusion,
        incumbent,
        pending,
        localSearch,
        candidates,
        screened,
        randomFraction,
        forest);
  }

  /** A copy with another exponent of the weights. */
  public FgfOptions withGamma(double value) {
    return new FgfOptions(
        targets,
        failed,
        fullWeight,
        value,
        fusion,
        incumbent,
        pending,
        localSearch,
        candidates,
        screened,
        randomFraction,
        forest);
  }

  /** A copy with another fusion. */
  public FgfOptions withFusion(Fusion value) {
    return new FgfOptions(
        targets,
        failed,
        fullWeight,
        gamma,
        value,
        incumbent,
        pending,
        localSearch,
        candidates,
        screened,
        randomFraction,
        forest);
  }

  /** A copy with another incumbent. */
  public FgfOptions withIncumbent(Incumbent value) {
    return new FgfOptions(
        targets,
        failed,
        fullWeight,
        gamma,
        fusion,
        value,
        pending,
        localSearch,
        candidates,
        screened,
        randomFraction,
        forest);
  }

  /** A copy with another rule for running trials. */
  public FgfOptions withPending(Pending value) {
    return new FgfOptions(
        targets,
        failed,
        fullWeight,
        gamma,
        fusion,
        incumbent,
        value,
        localSearch,
        candidates,
        screened,
        randomFraction,
        forest);
  }

  /** A copy with or without local search. */
  public FgfOptions withLocalSearch(LocalSearch value) {
    return new FgfOptions(
        targets,
        failed,
        fullWeight,
        gamma,
        fusion,
        incumbent,
        pending,
        value,
        candidates,
        screened,
        randomFraction,
        forest);
  }

  /** A copy with other numbers of candidates. */
  public FgfOptions withCandidates(int all, int ofThemScreened) {
    return new FgfOptions(
        targets,
        failed,
        fullWeight,
        gamma,
        fusion,
        incumbent,
        pending,
        localSearch,
        all,
        ofThemScreened,
        randomFraction,
        forest);
  }

  /** A copy with another share of random draws. */
  public FgfOptions withRandomFraction(double value) {
    return new FgfOptions(
        targets,
        failed,
        fullWeight,
        gamma,
        fusion,
        incumbent,
        pending,
        localSearch,
        candidates,
        screened,
        value,
        forest);
  }

  /** A copy with another shape of the models. */
  public FgfOptions withForest(ForestOptions value) {
    return new FgfOptions(
        targets,
        failed,
        fullWeight,
        gamma,
        fusion,
        incumbent,
        pending,
        localSearch,
        candidates,
        screened,
        randomFraction,
        value);
  }
}
