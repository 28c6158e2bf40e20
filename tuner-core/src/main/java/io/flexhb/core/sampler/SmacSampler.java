package io.flexhb.core.sampler;

import io.flexhb.core.surrogate.EnsembleOptions;
import io.flexhb.core.surrogate.SurrogateCache;
import java.util.Set;

/**
 * SMAC (Hutter et al. 2011): a forest on full-fidelity data only, expected improvement over many
 * challengers with local search, Sobol points at the start.
 */
public final class SmacSampler extends FullFidelitySampler {
  /** The published number of challengers, all scored by the model. */
  private static final int CHALLENGERS = 10_000;

  static final SamplerType TYPE =
      SamplerType.withModel(
          "smac",
          SamplerSwitches.OF_ONE_FOREST,
          Set.of(SamplerType.Trait.STARTS_WITH_SOBOL, SamplerType.Trait.SEARCHES_LOCALLY),
          dimensions -> ModelNeeds.ofFullFidelity(),
          (switches, cache) ->
              new SmacSampler(
                  switches.ensemble(EnsembleOptions.singleForest()),
                  switches.search(defaultSearch()),
                  switches.randomFraction(SamplerSwitches.DEFAULT_RANDOM_FRACTION),
                  cache));

  /** The sampler of one study, or of all. */
  SmacSampler(
      EnsembleOptions options,
      AcquisitionSearch search,
      double randomFraction,
      SurrogateCache cache) {
    super("smac", options, search, randomFraction, new SobolSampler(), cache);
  }

  /** With a local search from the best ten. */
  static AcquisitionSearch defaultSearch() {
    return AcquisitionSearch.among(CHALLENGERS).refining(true);
  }
}
