package io.flexhb.core.sampler;

import io.flexhb.core.surrogate.FgfOptions;
import io.flexhb.core.surrogate.SurrogateCache;

/**
 * What the FlexHB paper calls BOHB: a forest and expected improvement on full-fidelity data only.
 * The BOHB that was published is {@link BohbSampler}.
 */
public final class BohbRfSampler extends FullFidelitySampler {

  /** The sampler of one study, or of all. */
  public BohbRfSampler(FgfOptions options, SurrogateCache cache) {
    super("bohb-rf", options, new RandomSampler(), cache);
  }

  /** 5000 random candidates, z targets. */
  public static FgfOptions defaultOptions() {
    return SmacSampler.defaultOptions()
        .withLocalSearch(FgfOptions.LocalSearch.NONE)
        .withCandidates(5000, 0);
  }
}
