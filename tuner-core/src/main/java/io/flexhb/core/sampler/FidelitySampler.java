package io.flexhb.core.sampler;

import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.surrogate.EnsembleOptions;
import io.flexhb.core.surrogate.Features;
import io.flexhb.core.surrogate.FidelityEnsemble;
import io.flexhb.core.surrogate.SurrogateCache;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Expected improvement on an ensemble of forests over some of the fidelity levels. */
class FidelitySampler extends ModelSampler {
  private final EnsembleOptions options;
  private final AcquisitionSearch search;
  private final UnaryOperator<Measurements> levels;
  private final UnaryOperator<Measurements> weightData;
  private final SurrogateCache cache;

  /**
   * @param levels selects the levels that get a model
   * @param weightData selects the data for the weights
   */
  FidelitySampler(
      String name,
      EnsembleOptions options,
      AcquisitionSearch search,
      double randomFraction,
      Sampler start,
      UnaryOperator<Measurements> levels,
      UnaryOperator<Measurements> weightData,
      SurrogateCache cache) {
    super(name, randomFraction, start);
    this.options = options;
    this.search = search;
    this.levels = levels;
    this.weightData = weightData;
    this.cache = cache;
  }

  @Override
  Optional<List<Configuration>> choose(SamplerContext context, Explanation why) {
    int enough = ModelNeeds.enough(context.space().dimensions());
    return levels
        .apply(context.measurements())
        .upToHighestWith(enough)
        .flatMap(
            seen ->
                FidelityEnsemble.fit(
                    seen,
                    weightData.apply(seen),
                    Features.of(new Encoder(context.space())),
                    options,
                    context.seed(),
                    cache))
        .map(ensemble -> maximise(context, ensemble, why));
  }

  @Override
  String waitingFor() {
    return "no model yet: it needs 2 d + 2 values at one level, or 3 there and 1 at full fidelity";
  }

  private List<Configuration> maximise(
      SamplerContext context, FidelityEnsemble ensemble, Explanation why) {
    double incumbent = ensemble.incumbent();
    AcquisitionSearch.Found found =
        search.run(
            context,
            new ExpectedImprovement(ensemble.heaviest(), incumbent),
            new ExpectedImprovement(ensemble, incumbent));
    why.weights(ensemble.weights())
        .put("incumbent", incumbent)
        .put("log_expected_improvement", found.acquisition());
    return found.configurations();
  }
}
