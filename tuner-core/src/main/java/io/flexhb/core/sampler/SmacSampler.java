package io.flexhb.core.sampler;

import io.flexhb.core.surrogate.FgfOptions;
import io.flexhb.core.surrogate.SurrogateCache;

/**
 * SMAC (Hutter et al. 2011): a forest on full-fidelity data only, expected improvement over many
 * challengers with local search, Sobol points at the start.
 */
public final class SmacSampler extends FullFidelitySampler {

  /** The sampler of one study, or of all. */
  public SmacSampler(FgfOptions options, SurrogateCache cache) {
    super("smac", options, new SobolSampler(), cache);
  }

  /** 10 000 challengers, all scored by the model, and a local search from the best ten. */
  public static FgfOptions defaultOptions() {
    return FgfOptions.paper()
        .withFusion(FgfOptions.Fusion.WEIGHTED_SUM)
        .withPending(FgfOptions.Pending.NONE)
        .withCandidates(10_000, 0);
  }
}
