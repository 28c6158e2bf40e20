package io.flexhb.core.sampler;

import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.surrogate.Features;
import io.flexhb.core.surrogate.FgfOptions;
import io.flexhb.core.surrogate.FidelityEnsemble;
import io.flexhb.core.surrogate.SurrogateCache;
import java.util.List;
import java.util.Optional;

/**
 * Batch Bayesian optimisation with local penalisation (González et al. 2016): expected improvement
 * on full-fidelity data, lowered around each running trial as far as its result can reach.
 */
public final class BatchBoSampler extends ModelSampler {
  private final FgfOptions options;
  private final SurrogateCache cache;

  /** The sampler of one study, or of all. */
  public BatchBoSampler(FgfOptions options, SurrogateCache cache) {
    super("batch-bo", options.randomFraction(), new RandomSampler());
    this.options = options.withPending(FgfOptions.Pending.NONE);
    this.cache = cache;
  }

  /** 2000 random candidates, z targets, no random share. */
  public static FgfOptions defaultOptions() {
    return BohbRfSampler.defaultOptions().withCandidates(2000, 0).withRandomFraction(0);
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
    AcquisitionSearch.Found found =
        AcquisitionSearch.of(options).run(context, penalised, penalised);
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
