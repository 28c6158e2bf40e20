package io.flexhb.core.sampler;

import io.flexhb.core.surrogate.FgfOptions;
import io.flexhb.core.surrogate.SurrogateCache;
import java.util.function.UnaryOperator;

/**
 * Fine-Grained Fidelity (FlexHB B): expected improvement on forests of all fidelity levels,
 * weighted by how well each orders the configurations measured at full fidelity.
 */
public final class FgfSampler extends FidelitySampler {

  /** The sampler of one study, or of all; the cache changes its cost only. */
  public FgfSampler(FgfOptions options, SurrogateCache cache) {
    super(
        "fgf",
        options,
        new RandomSampler(),
        UnaryOperator.identity(),
        UnaryOperator.identity(),
        cache);
  }
}
