package io.flexhb.core.sampler;

import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.surrogate.EnsembleOptions;
import io.flexhb.core.surrogate.SurrogateCache;
import java.util.List;
import java.util.function.UnaryOperator;

/** Expected improvement on one forest of the values at the largest resource. */
class FullFidelitySampler extends FidelitySampler {

  FullFidelitySampler(
      String name,
      EnsembleOptions options,
      AcquisitionSearch search,
      double randomFraction,
      Sampler start,
      SurrogateCache cache) {
    super(
        name,
        options,
        search,
        randomFraction,
        start,
        FullFidelitySampler::fullOnly,
        UnaryOperator.identity(),
        cache);
  }

  private static Measurements fullOnly(Measurements measurements) {
    return measurements.onlyLevels(List.of(measurements.fullFidelity().level()));
  }

  @Override
  String waitingFor() {
    return "no model yet: it needs 3 values at full fidelity";
  }
}
