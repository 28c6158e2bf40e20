package io.flexhb.core.sampler;

import io.flexhb.core.surrogate.EnsembleOptions;
import io.flexhb.core.surrogate.SurrogateCache;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Fine-Grained Fidelity (FlexHB B): expected improvement on forests of all fidelity levels,
 * weighted by how well each ranks the configurations measured at full fidelity.
 */
public final class FgfSampler extends FidelitySampler {
  /** At smaller distances the search would suggest near copies of the best trial (ADR 10). */
  private static final double MIN_DISTANCE = 0.05;

  /**
   * Scored for each suggestion; a tenth of them by all levels, the others by the heaviest three.
   */
  private static final int CANDIDATES = 5000;

  private static final int SCREENED = 500;

  static final SamplerType TYPE =
      SamplerType.withModel(
          "fgf",
          SamplerSwitches.OF_FIDELITIES,
          Set.of(SamplerType.Trait.LOOKS_BETWEEN_RUNGS, SamplerType.Trait.SEARCHES_LOCALLY),
          ModelNeeds::ofFidelities,
          (switches, cache) ->
              new FgfSampler(
                  switches.ensemble(EnsembleOptions.defaults()),
                  switches.search(defaultSearch()),
                  switches.randomFraction(SamplerSwitches.DEFAULT_RANDOM_FRACTION),
                  cache));

  /** The sampler of one study, or of all; the cache changes only its cost. */
  FgfSampler(
      EnsembleOptions options,
      AcquisitionSearch search,
      double randomFraction,
      SurrogateCache cache) {
    super(
        "fgf",
        options,
        search,
        randomFraction,
        new RandomSampler(),
        UnaryOperator.identity(),
        UnaryOperator.identity(),
        cache);
  }

  /** Local search at a distance from trials. */
  static AcquisitionSearch defaultSearch() {
    return AcquisitionSearch.among(CANDIDATES)
        .screening(SCREENED)
        .refining(true)
        .apart(MIN_DISTANCE);
  }
}
