package io.flexhb.core.study;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.sampler.ModelNeeds;
import io.flexhb.core.sampler.RandomSampler;
import io.flexhb.core.sampler.Samplers;
import io.flexhb.core.sampler.SobolSampler;
import io.flexhb.core.sampler.Suggestion;
import io.flexhb.core.space.Configuration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where configurations come from: enqueued ones first, then prepared suggestions. Models are never
 * asked here (see {@link Preparation}); while there cannot be one, a draw costs nothing and is made
 * at once (docs/algorithms.md section 6).
 */
final class Supply {
  static final String RANDOM = "random";
  private static final String SOBOL = "sobol";
  private static final String ENQUEUED = "enqueued";

  private Supply() {}

  /**
   * A configuration to try, and where it came from.
   *
   * @param origin the sampler, the sampler and what stood in for its model, or "enqueued"
   * @param request the prepared suggestion it is of
   */
  record Source(
      Configuration configuration,
      String origin,
      OptionalLong request,
      boolean enqueued,
      SortedMap<String, String> explanation) {}

  /**
   * Why no further trial will be created; empty when one may. Budget and loops end brackets, not
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

  /** The next configuration; empty when a suggestion must be awaited or the space is exhausted. */
  static Optional<Source> next(Deliberation d) {
    Suggestions suggestions = d.state().suggestions();
    if (!suggestions.enqueued().isEmpty()) {
      return Optional.of(
          new Source(
              suggestions.enqueued().head(),
              ENQUEUED,
              OptionalLong.empty(),
              true,
              why("enqueued by a user")));
    }
    Optional<Suggestions.Prepared> ready = suggestions.newest();
    if (ready.isPresent()) {
      return Optional.of(ready.get()).flatMap(p -> prepared(d, p));
    }
    return model(d.state()).isPresent() ? Optional.empty() : start(d);
  }

  /**
   * The needs of the study's model when there may be one now; empty when a draw is as good as
   * anything.
   */
  static Optional<ModelNeeds> model(StudyState state) {
    Suggestions.Data data = state.data();
    return needs(state).filter(needs -> needs.metBy(data.most(), data.full()));
  }

  private static Optional<ModelNeeds> needs(StudyState state) {
    return Samplers.modelNeeds(state.spec().method().sampler(), state.spec().space().dimensions());
  }

  private static Optional<Source> prepared(Deliberation d, Suggestions.Prepared prepared) {
    OptionalLong request = OptionalLong.of(prepared.request());
    SortedMap<String, String> why = prepared.explanation();
    Optional<Configuration> unused =
        prepared.candidates().stream().filter(c -> !d.state().exists(c.canonical())).findFirst();
    if (unused.isPresent()) {
      String sampler = d.spec().method().sampler();
      return Optional.of(
          new Source(unused.get(), why.getOrDefault("origin", sampler), request, false, why));
    }
    SortedMap<String, String> instead = new TreeMap<>(why);
    instead.put("reason", "every candidate was tried meanwhile");
    return random(d, request, instead);
  }

  /** A draw of a sampler that has no model, or none yet. */
  private static Optional<Source> start(Deliberation d) {
    StudyState state = d.state();
    String sampler = state.spec().method().sampler();
    SortedMap<String, String> why =
        why(
            needs(state)
                .map(needs -> "no model yet: it needs " + needs)
                .orElse("the sampler has no model"));
    if (Samplers.startsWithSobol(sampler)) {
      long number = state.trials().size();
      Optional<Configuration> point =
          SobolSampler.point(state.spec().space(), state::exists, state.spec().seed(), number);
      if (point.isPresent()) {
        return Optional.of(
            new Source(point.get(), origin(sampler, SOBOL), OptionalLong.empty(), false, why));
      }
    }
    return random(d, OptionalLong.empty(), why);
  }

  private static Optional<Source> random(
      Deliberation d, OptionalLong request, SortedMap<String, String> why) {
    Optional<Configuration> drawn = draw(d.state(), "configuration", d.state().trials().size());
    if (drawn.isEmpty()) {
      d.fact(new Fact.TrialsExhausted("the search space is exhausted"));
      d.because(
          "space",
          -1,
          Text.of(
              "each of the %d configurations of the space was tried",
              d.state().configurations().size()));
    }
    String origin = origin(d.spec().method().sampler(), RANDOM);
    return drawn.map(c -> new Source(c, origin, request, false, why));
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
