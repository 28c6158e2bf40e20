package io.flexhb.core.sampler;

import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.surrogate.FgfOptions;
import io.flexhb.core.surrogate.SurrogateCache;

/**
 * The multi-fidelity ensemble of MFES-HB (Li et al. 2021): a forest for each rung level, with
 * weights that change when a bracket closes.
 *
 * <p>The weights come from the trials below the snapshot's weight horizon. Until those have three
 * full-fidelity values, the lower levels share the weight and the full fidelity has none.
 */
public final class MfesSampler extends FidelitySampler {

  /** The sampler of one study, or of all. */
  public MfesSampler(FgfOptions options, SurrogateCache cache) {
    super(
        "mfes",
        options,
        new RandomSampler(),
        measurements -> measurements.onlyLevels(measurements.rungLevels()),
        Measurements::belowWeightHorizon,
        cache);
  }
}
