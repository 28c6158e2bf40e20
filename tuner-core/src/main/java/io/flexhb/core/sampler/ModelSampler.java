package io.flexhb.core.sampler;

import io.flexhb.core.space.Configuration;
import java.util.List;
import java.util.Optional;

/**
 * What all samplers with a model share: a share of random draws, random draws until there is enough
 * data, and random draws when the model finds nothing new.
 */
abstract class ModelSampler implements Sampler {
  private final String name;
  private final double randomFraction;
  private final Sampler start;

  /**
   * @param start chooses configurations while there is no model
   */
  ModelSampler(String name, double randomFraction, Sampler start) {
    this.name = name;
    this.randomFraction = randomFraction;
    this.start = start;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Suggestion suggest(SamplerContext context) {
    if (context.random("interleave").nextBoolean(randomFraction)) {
      return random(context, "random share " + Explanation.shortened(randomFraction));
    }
    Explanation why = new Explanation();
    Optional<List<Configuration>> chosen = choose(context, why);
    if (chosen.isEmpty()) {
      Suggestion first = start.suggest(context);
      why.put("reason", waitingFor() + "; " + first.explanation().get("reason"))
          .put("origin", Suggestion.standIn(name, start.name()));
      return Suggestion.of(first.candidates(), name, why.entries());
    }
    if (chosen.get().isEmpty()) {
      return random(context, "the model found nothing new");
    }
    why.put("reason", "model");
    return Suggestion.of(chosen.get(), name, why.entries());
  }

  /** The model's choice, best first; empty while there is not enough data for a model. */
  abstract Optional<List<Configuration>> choose(SamplerContext context, Explanation why);

  /** What is missing for a model. */
  abstract String waitingFor();

  private Suggestion random(SamplerContext context, String reason) {
    List<Configuration> drawn =
        RandomSampler.drawDistinct(
            context.space(),
            context.measurements().existing(),
            context.random("random"),
            Suggestion.MAX_CANDIDATES);
    return Suggestion.of(
        drawn,
        name,
        new Explanation()
            .put("reason", reason)
            .put("origin", Suggestion.standIn(name, "random"))
            .entries());
  }
}
