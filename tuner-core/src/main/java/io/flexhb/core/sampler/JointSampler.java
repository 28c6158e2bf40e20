package io.flexhb.core.sampler;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.surrogate.EnsembleOptions;
import io.flexhb.core.surrogate.Features;
import io.flexhb.core.surrogate.JointSurrogate;
import io.flexhb.core.surrogate.SurrogateCache;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Expected improvement on one forest with the resource as a column. */
public final class JointSampler extends ModelSampler {
  /** It has only one model: nothing to weight, to fuse or to choose an incumbent from. */
  private static final Set<String> SWITCHES =
      Set.of(
          SamplerSwitches.TARGETS,
          SamplerSwitches.FAILED,
          SamplerSwitches.PENDING,
          SamplerSwitches.LOCAL_SEARCH,
          SamplerSwitches.LOCAL_SEARCH_DISTANCE,
          SamplerSwitches.RANDOM_FRACTION);

  static final SamplerType TYPE =
      SamplerType.withModel(
          "joint",
          SWITCHES,
          Set.of(SamplerType.Trait.LOOKS_BETWEEN_RUNGS),
          ModelNeeds::ofFidelities,
          (switches, cache) ->
              new JointSampler(
                  switches.ensemble(EnsembleOptions.defaults()),
                  // Local search was not measured with this model.
                  switches.search(FgfSampler.defaultSearch().refining(false)),
                  switches.randomFraction(SamplerSwitches.DEFAULT_RANDOM_FRACTION),
                  cache));

  private final EnsembleOptions options;
  private final AcquisitionSearch search;
  private final SurrogateCache cache;

  /** The sampler of one study, or of all. */
  JointSampler(
      EnsembleOptions options,
      AcquisitionSearch search,
      double randomFraction,
      SurrogateCache cache) {
    super("joint", randomFraction, new RandomSampler());
    this.options = options;
    this.search = search;
    this.cache = cache;
  }

  @Override
  Optional<List<Configuration>> choose(SamplerContext context, Explanation why) {
    Features features = Features.of(new Encoder(context.space()));
    int enough = ModelNeeds.enough(context.space().dimensions());
    return context
        .measurements()
        .upToHighestWith(enough)
        .flatMap(seen -> JointSurrogate.fit(seen, features, options, context.seed(), cache))
        .map(
            model -> {
              Acquisition improvement = new ExpectedImprovement(model, model.incumbent());
              AcquisitionSearch.Found found = search.run(context, improvement, improvement);
              why.put("incumbent", model.incumbent())
                  .put("points", Integer.toString(model.points()))
                  .put("log_expected_improvement", found.acquisition());
              return found.configurations();
            });
  }

  @Override
  String waitingFor() {
    return "no model yet: it needs 2 d + 2 values at one level, or 3 of which one is at full fidelity";
  }
}
