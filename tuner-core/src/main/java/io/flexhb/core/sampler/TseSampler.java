package io.flexhb.core.sampler;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.surrogate.Features;
import io.flexhb.core.surrogate.ForestOptions;
import io.flexhb.core.surrogate.TransferSeries;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Expected improvement on a transfer series expansion (Hu et al. 2019). */
public final class TseSampler extends ModelSampler {
  private static final int CANDIDATES = 5000;

  /** The published model has its own scale and handles neither failed nor running trials. */
  private static final Set<String> SWITCHES =
      Set.of(
          SamplerSwitches.LOCAL_SEARCH,
          SamplerSwitches.LOCAL_SEARCH_DISTANCE,
          SamplerSwitches.RANDOM_FRACTION);

  static final SamplerType TYPE =
      SamplerType.withModel(
          "tse",
          SWITCHES,
          Set.of(SamplerType.Trait.LOOKS_BETWEEN_RUNGS),
          dimensions -> new ModelNeeds(3, 3, ModelNeeds.NOTHING, true),
          (switches, cache) ->
              new TseSampler(
                  switches.search(AcquisitionSearch.among(CANDIDATES)),
                  switches.randomFraction(SamplerSwitches.DEFAULT_RANDOM_FRACTION)));

  private final AcquisitionSearch search;

  /** The sampler of one study, or of all. */
  TseSampler(AcquisitionSearch search, double randomFraction) {
    super("tse", randomFraction, new RandomSampler());
    this.search = search;
  }

  @Override
  Optional<List<Configuration>> choose(SamplerContext context, Explanation why) {
    Features features = Features.of(new Encoder(context.space()));
    return TransferSeries.fit(
            context.measurements(), features, ForestOptions.defaults(), context.seed())
        .map(
            model -> {
              Acquisition improvement = new ExpectedImprovement(model, model.incumbent());
              AcquisitionSearch.Found found = search.run(context, improvement, improvement);
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
