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
import java.util.Set;

/**
 * Batch Bayesian optimisation with local penalisation (González et al. 2016): expected improvement
 * on full-fidelity data, lowered around each running trial as far as its result can reach.
 */
public final class BatchBoSampler extends ModelSampler {
  private static final int CANDIDATES = 2000;

  /** The published method makes no random draws. */
  private static final double RANDOM_FRACTION = 0;

  /** Without {@code pending}: the penalty accounts for running trials. */
  private static final Set<String> SWITCHES =
      Set.of(
          SamplerSwitches.TARGETS,
          SamplerSwitches.FAILED,
          SamplerSwitches.INCUMBENT,
          SamplerSwitches.LOCAL_SEARCH,
          SamplerSwitches.LOCAL_SEARCH_DISTANCE,
          SamplerSwitches.RANDOM_FRACTION);

  static final SamplerType TYPE =
      SamplerType.withModel(
          "batch-bo",
          SWITCHES,
          Set.of(),
          dimensions -> ModelNeeds.ofFullFidelity(),
          (switches, cache) ->
              new BatchBoSampler(
                  switches.ensemble(EnsembleOptions.singleForest()),
                  switches.search(AcquisitionSearch.among(CANDIDATES)),
                  switches.randomFraction(RANDOM_FRACTION),
                  cache));

  private final EnsembleOptions options;
  private final AcquisitionSearch search;
  private final SurrogateCache cache;

  /** The sampler of one study, or of all. */
  BatchBoSampler(
      EnsembleOptions options,
      AcquisitionSearch search,
      double randomFraction,
      SurrogateCache cache) {
    super("batch-bo", randomFraction, new RandomSampler());
    this.options = options.change().pending(EnsembleOptions.Pending.NONE).done();
    this.search = search;
    this.cache = cache;
  }

  @Override
  Optional<List<Configuration>> choose(SamplerContext context, Explanation why) {
    Measurements full =
        context.measurements().onlyLevels(List.of(context.measurements().fullFidelity().level()));
    Encoder encoder = new Encoder(context.space());
    return FidelityEnsemble.fit(full, full, Features.of(encoder), options, context.seed(), cache)
        .map(model -> maximise(context, encoder, model, why));
  }

  private List<Configuration> maximise(
      SamplerContext context, Encoder encoder, FidelityEnsemble model, Explanation why) {
    double incumbent = model.incumbent();
    LocalPenalty penalty =
        LocalPenalty.of(
            model,
            incumbent,
            context.measurements().running(),
            encoder.nominal(),
            context.random("lipschitz"));
    Acquisition improvement = new ExpectedImprovement(model, incumbent);
    Acquisition penalised =
        x -> {
          double[] score = improvement.of(x);
          for (int i = 0; i < x.length; i++) {
            score[i] += penalty.log(x[i]);
          }
          return score;
        };
    AcquisitionSearch.Found found = search.run(context, penalised, penalised);
    why.put("incumbent", incumbent)
        .put("lipschitz", penalty.lipschitz())
        .put("log_acquisition", found.acquisition());
    return found.configurations();
  }

  @Override
  String waitingFor() {
    return "no model yet: it needs 3 values at full fidelity";
  }
}
