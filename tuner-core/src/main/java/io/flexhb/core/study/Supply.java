package io.flexhb.core.study;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.sampler.RandomSampler;
import io.flexhb.core.space.Configuration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Where configurations come from: enqueued ones first, then prepared suggestions, then random
 * draws. Models are never asked here; a request is recorded and answered by an event (ALGORITHMS
 * section 6).
 */
final class Supply {

  /** The sampler that needs no model and is cheap enough to run while deciding. */
  static final String RANDOM = "random";

  private static final String ENQUEUED = "enqueued";

  private Supply() {}

  /** A configuration to try, and where it came from. */
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
    StudyState state = d.state();
    if (!state.suggestions().enqueued().isEmpty()) {
      return Optional.of(
          new Source(
              state.suggestions().enqueued().head(),
              ENQUEUED,
              OptionalLong.empty(),
              true,
              new TreeMap<>()));
    }
    if (isInline(state)) {
      return draw(d, OptionalLong.empty(), new TreeMap<>());
    }
    if (state.suggestions().prepared().isEmpty()) {
      return Optional.empty();
    }
    Suggestions.Prepared prepared = state.suggestions().prepared().head()._2();
    return prepared.candidates().stream()
        .filter(c -> !state.exists(c.canonical()))
        .findFirst()
        .map(
            c ->
                new Source(
                    c,
                    prepared.explanation().getOrDefault("sampler", state.spec().method().sampler()),
                    OptionalLong.of(prepared.request()),
                    false,
                    prepared.explanation()))
        .or(
            () -> {
              SortedMap<String, String> why = new TreeMap<>(prepared.explanation());
              why.put("reason", "every candidate was tried meanwhile");
              return draw(d, OptionalLong.of(prepared.request()), why);
            });
  }

  private static Optional<Source> draw(
      Deliberation d, OptionalLong request, SortedMap<String, String> explanation) {
    Optional<Configuration> drawn = random(d.state(), "configuration", d.state().trials().size());
    if (drawn.isEmpty()) {
      d.fact(new Fact.TrialsExhausted("the search space is exhausted"));
      d.because(
          "space",
          -1,
          Text.of(
              "each of the %d configurations of the space was tried",
              d.state().configurations().size()));
    }
    return drawn.map(c -> new Source(c, RANDOM, request, false, explanation));
  }

  private static Optional<Configuration> random(StudyState state, String purpose, long counter) {
    return RandomSampler.draw(
        state.spec().space(),
        state::exists,
        CounterRandom.of(state.spec().seed(), purpose, counter));
  }

  private static boolean isInline(StudyState state) {
    return state.spec().method().sampler().equals(RANDOM);
  }

  /**
   * Asks the sampler pool for what is missing.
   *
   * @param unserved slots that wait for a configuration now; one more is prepared ahead
   */
  static void request(Deliberation d, int unserved) {
    if (isInline(d.state()) || !WorkDesk.mayCreate(d)) {
      return;
    }
    Suggestions suggestions = d.state().suggestions();
    int missing = unserved + 1 - suggestions.pending().size() - suggestions.prepared().size();
    for (int i = 0; i < missing; i++) {
      d.fact(new Fact.SuggestionRequested(d.state().suggestions().nextRequest(), d.time()));
    }
  }

  static void arrived(Deliberation d, StudyEvent.SuggestionArrived event) {
    if (!event.incarnation().equals(d.state().incarnation())) {
      d.reject(
          Rejection.Kind.ZOMBIE,
          Text.of("suggestion %d is for an earlier incarnation of the study", event.request()));
      return;
    }
    if (!d.state().suggestions().pending().containsKey(event.request())) {
      d.reject(
          Rejection.Kind.LATE, Text.of("suggestion request %d is not pending", event.request()));
      return;
    }
    List<Configuration> valid =
        event.candidates().stream().filter(c -> d.spec().space().check(c).isEmpty()).toList();
    // No valid candidate is no reason to stop: the draw that replaces it finds out whether the
    // space is exhausted.
    d.fact(
        new Fact.SuggestionPrepared(
            new Suggestions.Prepared(
                event.request(), valid, event.snapshotVersion(), event.explanation())));
    d.because(
        "suggestion",
        -1,
        Text.of("%d candidate(s) for request %d", valid.size(), event.request()),
        flatten(event.explanation()));
  }

  /** The pool did not answer in time: random instead. */
  static void overdue(Deliberation d, long request) {
    if (!d.state().suggestions().pending().containsKey(request)) {
      d.reject(Rejection.Kind.LATE, Text.of("suggestion request %d is not pending", request));
      return;
    }
    SortedMap<String, String> why = new TreeMap<>();
    why.put("sampler", RANDOM);
    why.put("reason", "no suggestion within the deadline");
    List<Configuration> drawn =
        random(d.state(), "overdue", request).map(List::of).orElse(List.of());
    d.fact(
        new Fact.SuggestionPrepared(
            new Suggestions.Prepared(request, drawn, d.state().sequence(), why)));
    d.because(
        "suggestion",
        -1,
        Text.of("no answer to request %d in time, a random one is used", request));
  }

  /** A user's own configurations: each exists once however often it is sent, unless replicated. */
  static void enqueue(Deliberation d, StudyEvent.Enqueued event) {
    if (event.incarnation().isPresent()
        && !event.incarnation().get().equals(d.state().incarnation())) {
      d.reject(
          Rejection.Kind.ZOMBIE,
          Text.of(
              "configurations were enqueued for another incarnation of study %s",
              d.spec().study()));
      return;
    }
    Optional<String> end =
        d.state().status().isOver()
            ? Optional.of("the study is over: " + d.state().statusReason())
            : endOfTrials(d.state());
    if (end.isPresent()) {
      d.reject(
          Rejection.Kind.LATE,
          Text.of("no enqueued configuration will be tried any more: %s", end.get()));
      return;
    }
    List<Configuration> accepted = new ArrayList<>();
    int replicate = Math.max(1, event.replicate());
    for (Configuration given : event.configurations()) {
      Configuration configuration = d.spec().space().coerce(given.values());
      var problems = d.spec().space().check(configuration);
      if (!problems.isEmpty()) {
        d.reject(
            Rejection.Kind.INVALID,
            Text.of(
                "enqueued configuration %s is not in the space: %s",
                configuration.canonical(), problems));
        continue;
      }
      long known =
          d.state().configurations().getOrElse(configuration.canonical(), 0)
              + accepted.stream().filter(configuration::equals).count();
      if (known >= replicate) {
        d.reject(
            Rejection.Kind.DUPLICATE,
            Text.of("configuration %s exists already", configuration.canonical()));
      }
      for (long i = known; i < replicate; i++) {
        accepted.add(configuration);
      }
    }
    if (!accepted.isEmpty()) {
      d.fact(new Fact.ConfigurationsEnqueued(accepted));
      d.because("enqueue", -1, Text.of("%d configuration(s) will be tried first", accepted.size()));
    }
  }

  private static String[] flatten(SortedMap<String, String> map) {
    return map.entrySet().stream()
        .flatMap(e -> Stream.of(e.getKey(), e.getValue()))
        .toArray(String[]::new);
  }
}
