package io.flexhb.core.sampler;

import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.surrogate.EnsembleOptions;
import io.flexhb.core.surrogate.SurrogateCache;
import java.util.Set;

/**
 * The multi-fidelity ensemble of MFES-HB (Li et al. 2021): a forest for each rung level, with
 * weights that change when a bracket closes.
 *
 * <p>The weights come from the trials below the snapshot's weight horizon. Until those have three
 * full-fidelity values, the lower levels share the weight and full fidelity has none.
 */
public final class MfesSampler extends FidelitySampler {
  static final SamplerType TYPE =
      SamplerType.withModel(
          "mfes",
          SamplerSwitches.OF_FIDELITIES,
          Set.of(SamplerType.Trait.SEARCHES_LOCALLY),
          ModelNeeds::ofFidelities,
          (switches, cache) ->
              new MfesSampler(
                  switches.ensemble(EnsembleOptions.mfes()),
                  switches.search(defaultSearch()),
                  switches.randomFraction(SamplerSwitches.DEFAULT_RANDOM_FRACTION),
                  cache));

  /** The sampler of one study, or of all. */
  MfesSampler(
      EnsembleOptions options,
      AcquisitionSearch search,
      double randomFraction,
      SurrogateCache cache) {
    super(
        "mfes",
        options,
        search,
        randomFraction,
        new RandomSampler(),
        measurements -> measurements.onlyLevels(measurements.rungLevels()),
        Measurements::belowWeightHorizon,
        cache);
  }

  /** The candidates of fgf, with the published local search. */
  static AcquisitionSearch defaultSearch() {
    return FgfSampler.defaultSearch().apart(0);
  }
}
