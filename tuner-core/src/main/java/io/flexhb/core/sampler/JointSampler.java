package io.flexhb.core.sampler;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.surrogate.Features;
import io.flexhb.core.surrogate.FgfOptions;
import io.flexhb.core.surrogate.JointSurrogate;
import io.flexhb.core.surrogate.SurrogateCache;
import java.util.List;
import java.util.Optional;

/** Expected improvement on one forest that knows the resource as a column. */
public final class JointSampler extends ModelSampler {
  private final FgfOptions options;
  private final SurrogateCache cache;

  /** The sampler of one study, or of all. */
  public JointSampler(FgfOptions options, SurrogateCache cache) {
    super("joint", options.randomFraction(), new RandomSampler());
    this.options = options;
    this.cache = cache;
  }

  /** Those of fgf, without local search, which was not measured with this model. */
  public static FgfOptions defaultOptions() {
    return FgfOptions.defaults().withLocalSearch(FgfOptions.LocalSearch.NONE);
  }

  @Override
  Optional<List<Configuration>> choose(SamplerContext context, Explanation why) {
    Features features = Features.of(new Encoder(context.space()));
    return JointSurrogate.fit(context.measurements(), features, options, context.seed(), cache)
        .map(
            model -> {
              Acquisition improvement = new ExpectedImprovement(model, model.incumbent());
              AcquisitionSearch.Found found =
                  AcquisitionSearch.of(options).run(context, improvement, improvement);
              why.put("incumbent", model.incumbent())
                  .put("points", Integer.toString(model.points()))
                  .put("log_expected_improvement", found.acquisition());
              return found.configurations();
            });
  }

  @Override
  String waitingFor() {
    return "no model yet: it needs 3 values, one of them at full fidelity";
  }
}
