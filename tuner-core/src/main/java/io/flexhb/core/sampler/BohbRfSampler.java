package io.flexhb.core.sampler;

import io.flexhb.core.surrogate.EnsembleOptions;
import io.flexhb.core.surrogate.SurrogateCache;
import java.util.Set;

/**
 * What the FlexHB paper calls BOHB: a forest and expected improvement on full-fidelity data only.
 * The published BOHB is {@link BohbSampler}.
 */
public final class BohbRfSampler extends FullFidelitySampler {
  private static final int CANDIDATES = 5000;

  static final SamplerType TYPE =
      SamplerType.withModel(
          "bohb-rf",
          SamplerSwitches.OF_ONE_FOREST,
          Set.of(),
          dimensions -> ModelNeeds.ofFullFidelity(),
          (switches, cache) ->
              new BohbRfSampler(
                  switches.ensemble(EnsembleOptions.singleForest()),
                  switches.search(AcquisitionSearch.among(CANDIDATES)),
                  switches.randomFraction(SamplerSwitches.DEFAULT_RANDOM_FRACTION),
                  cache));

  /** The sampler of one study, or of all. */
  BohbRfSampler(
      EnsembleOptions options,
      AcquisitionSearch search,
      double randomFraction,
      SurrogateCache cache) {
    super("bohb-rf", options, search, randomFraction, new RandomSampler(), cache);
  }
}
