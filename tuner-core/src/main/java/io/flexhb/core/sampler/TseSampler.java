package io.flexhb.core.sampler;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.surrogate.Features;
import io.flexhb.core.surrogate.FgfOptions;
import io.flexhb.core.surrogate.TransferSeries;
import java.util.List;
import java.util.Optional;

/** Expected improvement on a transfer series expansion (Hu et al. 2019). */
public final class TseSampler extends ModelSampler {
  private final FgfOptions options;

  /** The sampler of one study, or of all. */
  public TseSampler(FgfOptions options) {
    super("tse", options.randomFraction(), new RandomSampler());
    this.options = options;
  }

  @Override
  Optional<List<Configuration>> choose(SamplerContext context, Explanation why) {
    Features features = Features.of(new Encoder(context.space()));
    return TransferSeries.fit(context.measurements(), features, options.forest(), context.seed())
        .map(
            model -> {
              Acquisition improvement = new ExpectedImprovement(model, model.incumbent());
              AcquisitionSearch.Found found =
                  AcquisitionSearch.of(options).run(context, improvement, improvement);
              why.put("incumbent", model.incumbent())
                  .put("slope", model.slope())
                  .put("log_expected_improvement", found.acquisition());
              return found.configurations();
            });
  }

  @Override
  String waitingFor() {
    return "no model yet: it needs 3 values at about R/27, R/5 and at full fidelity";
  }
}
