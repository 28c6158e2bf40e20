package io.flexhb.core.study.rule;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.sampler.ModelNeeds;
import io.flexhb.core.sampler.RandomSampler;
import io.flexhb.core.sampler.SamplerType;
import io.flexhb.core.sampler.Samplers;
import io.flexhb.core.sampler.SobolSampler;
import io.flexhb.core.sampler.Suggestion;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Suggestions;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Supplies configurations: enqueued ones first, then prepared suggestions. Models are never asked
 * here (see {@link SuggestionRules}); while there cannot be a model, a draw costs nothing and is
 * made at once (docs/algorithms.md section 6).
 */
final class ConfigurationSupply {
  static final String RANDOM = "random";
  private static final String SOBOL = "sobol";
  private static final String ENQUEUED = "enqueued";

  private ConfigurationSupply() {}

  /**
   * A configuration to try, and its origin.
   *
   * @param origin the sampler, the sampler and what stood in for its model, or "enqueued"
   * @param request the prepared suggestion that it comes from
   */
  record Source(
      Configuration configuration,
      String origin,
      OptionalLong request,
      boolean enqueued,
      SortedMap<String, String> explanation) {}

  /**
   * The next configuration to try.
   *
   * @param source empty when a suggestion must be awaited or the space is exhausted
   * @param found the result that the space is exhausted, or nothing
   */
  record Next(Optional<Source> source, RuleResult found) {

    private static final Next AWAITED = new Next(Optional.empty(), RuleResult.NOTHING);

    private static Next of(Source source) {
      return new Next(Optional.of(source), RuleResult.NOTHING);
    }
  }

  /**
   * Why no further trial will be created; empty if one may be. Budget and loops end brackets, not
   * trials.
   */
  static Optional<String> endOfTrials(StudyState state) {
    if (state.exhausted().isPresent()) {
      return state.exhausted();
    }
    if (state.spec().limits().trials().isPresent()
        && state.trials().size() >= state.spec().limits().trials().getAsInt()) {
      return Optional.of(
          Text.of("%d trial(s) were created", state.spec().limits().trials().getAsInt()));
    }
    return Optional.empty();
  }

  /** The next configuration, if there is one. */
  static Next next(RuleContext study) {
    Suggestions suggestions = study.state().suggestions();
    if (!suggestions.enqueued().isEmpty()) {
      return Next.of(
          new Source(
              suggestions.enqueued().head(),
              ENQUEUED,
              OptionalLong.empty(),
              true,
              why("enqueued by a user")));
    }
    Optional<Suggestions.Prepared> ready = suggestions.newest();
    if (ready.isPresent()) {
      return prepared(study, ready.get());
    }
    return model(study.state()).isPresent() ? Next.AWAITED : start(study);
  }

  /**
   * The needs of the study's model if there can be one now; empty when a random draw is just as
   * good.
   */
  static Optional<ModelNeeds> model(StudyState state) {
    Suggestions.Data data = state.data();
    return needs(state).filter(needs -> needs.metBy(data.most(), data.full()));
  }

  private static Optional<ModelNeeds> needs(StudyState state) {
    return Samplers.require(state.spec().method().sampler())
        .modelNeeds(state.spec().space().tunedDimensions());
  }

  private static Next prepared(RuleContext study, Suggestions.Prepared prepared) {
    OptionalLong request = OptionalLong.of(prepared.request());
    SortedMap<String, String> why = prepared.explanation();
    Optional<Configuration> unused =
        prepared.candidates().stream()
            .filter(c -> !study.state().isKnown(c.canonical()))
            .findFirst();
    if (unused.isPresent()) {
      String sampler = study.spec().method().sampler();
      return Next.of(
          new Source(unused.get(), why.getOrDefault("origin", sampler), request, false, why));
    }
    SortedMap<String, String> instead = new TreeMap<>(why);
    instead.put("reason", "every candidate was tried meanwhile");
    return random(study, request, instead);
  }

  /** A draw for a sampler without a model, or without one yet. */
  private static Next start(RuleContext study) {
    StudyState state = study.state();
    String sampler = state.spec().method().sampler();
    SortedMap<String, String> why =
        why(
            needs(state)
                .map(needs -> "no model yet: it needs " + needs)
                .orElse("the sampler has no model"));
    if (Samplers.require(sampler).has(SamplerType.Trait.STARTS_WITH_SOBOL)) {
      long number = state.trials().size();
      Optional<Configuration> point =
          SobolSampler.point(state.spec().space(), state::exists, state.spec().seed(), number);
      if (point.isPresent()) {
        return Next.of(
            new Source(point.get(), origin(sampler, SOBOL), OptionalLong.empty(), false, why));
      }
    }
    return random(study, OptionalLong.empty(), why);
  }

  private static Next random(
      RuleContext study, OptionalLong request, SortedMap<String, String> why) {
    Optional<Configuration> drawn =
        draw(study.state(), "configuration", study.state().trials().size());
    String origin = origin(study.spec().method().sampler(), RANDOM);
    return drawn
        .map(c -> Next.of(new Source(c, origin, request, false, why)))
        .orElseGet(() -> new Next(Optional.empty(), exhausted(study)));
  }

  private static RuleResult exhausted(RuleContext study) {
    return study
        .result()
        .fact(new Fact.TrialsExhausted("the search space is exhausted"))
        .because(
            "space",
            -1,
            Text.of(
                "each of the %d configurations of the space was tried",
                study.state().configurations().size()))
        .done();
  }

  /** A new configuration drawn uniformly; empty when the space is exhausted. */
  static Optional<Configuration> draw(StudyState state, String purpose, long counter) {
    return RandomSampler.draw(
        state.spec().space(),
        state::exists,
        CounterRandom.of(state.spec().seed(), purpose, counter));
  }

  /** The sampler, and what stood in for its model if it has one. */
  static String origin(String sampler, String draw) {
    return sampler.equals(draw) ? sampler : Suggestion.standIn(sampler, draw);
  }

  private static SortedMap<String, String> why(String reason) {
    SortedMap<String, String> why = new TreeMap<>();
    why.put("reason", reason);
    return why;
  }
}
