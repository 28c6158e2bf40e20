package io.flexhb.core.study;

import io.flexhb.core.space.Configuration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Suggestions made before they are needed, so that an ask is answered at once. A request is
 * recorded, the sampler pool answers it with an event. When the data have grown since, the answer
 * is stale: another request goes out, and the stale answer stays in use until the new one is there.
 */
final class Preparation {

  private Preparation() {}

  /**
   * Asks the sampler pool for what is missing, and lets go of stale answers that newer ones
   * replace.
   *
   * @param unserved slots that wait for a configuration now
   */
  static void request(Deliberation d, int unserved) {
    if (Supply.model(d.state()).isEmpty() || !WorkDesk.mayCreate(d)) {
      return;
    }
    int wanted = unserved + d.spec().suggestionsAhead();
    dropStale(d, d.state().suggestions().prepared().size() - wanted);
    int fresh = fresh(d.state()).size();
    int missing = wanted - fresh - d.state().suggestions().pending().size();
    for (int i = 0; i < missing; i++) {
      d.fact(new Fact.SuggestionRequested(d.state().suggestions().nextRequest(), d.time()));
    }
  }

  /** Answers ready for use that are not stale, the oldest first. */
  static List<Suggestions.Prepared> fresh(StudyState state) {
    return state.suggestions().prepared().values().filter(p -> !isStale(state, p)).asJava();
  }

  private static boolean isStale(StudyState state, Suggestions.Prepared prepared) {
    return Supply.model(state)
        .filter(model -> prepared.data().isStaleBeside(state.data(), model.lowerLevels()))
        .isPresent();
  }

  /** Drops the oldest stale answers, at most so many. */
  private static void dropStale(Deliberation d, int surplus) {
    Suggestions.Data now = d.state().data();
    List<Suggestions.Prepared> stale =
        d.state().suggestions().prepared().values().filter(p -> isStale(d.state(), p)).asJava();
    for (Suggestions.Prepared old : stale.stream().limit(Math.max(0, surplus)).toList()) {
      String reason =
          Text.of(
              "stale: made from %d values, %d of them at full fidelity, now there are %d and %d",
              old.data().all(), old.data().full(), now.all(), now.full());
      d.fact(new Fact.SuggestionDropped(old.request(), reason));
      d.because("suggestion", -1, Text.of("request %d is dropped: %s", old.request(), reason));
    }
  }

  static void arrived(Deliberation d, StudyEvent.SuggestionArrived event) {
    if (!event.incarnation().equals(d.state().incarnation())) {
      d.reject(
          Rejection.Kind.ZOMBIE,
          Text.of("suggestion %d is for an earlier incarnation of the study", event.request()));
      return;
    }
    Optional<Suggestions.Pending> pending = pending(d, event.request());
    if (pending.isEmpty()) {
      return;
    }
    List<Configuration> valid =
        event.candidates().stream().filter(c -> d.spec().space().check(c).isEmpty()).toList();
    // No valid candidate is no reason to stop: the draw that replaces it finds out whether the
    // space is exhausted.
    d.fact(
        new Fact.SuggestionPrepared(
            new Suggestions.Prepared(
                event.request(),
                valid,
                event.snapshotVersion(),
                event.explanation(),
                pending.get().data())));
    d.because(
        "suggestion",
        -1,
        Text.of("%d candidate(s) for request %d", valid.size(), event.request()),
        event.explanation());
  }

  /** The pool did not answer in time: random instead. */
  static void overdue(Deliberation d, long request) {
    Optional<Suggestions.Pending> pending = pending(d, request);
    if (pending.isEmpty()) {
      return;
    }
    String sampler = d.spec().method().sampler();
    SortedMap<String, String> why = new TreeMap<>();
    why.put("sampler", sampler);
    why.put("origin", Supply.origin(sampler, Supply.RANDOM));
    why.put("reason", "no suggestion within the deadline");
    List<Configuration> drawn =
        Supply.draw(d.state(), "overdue", request).map(List::of).orElse(List.of());
    d.fact(
        new Fact.SuggestionPrepared(
            new Suggestions.Prepared(
                request, drawn, d.state().sequence(), why, pending.get().data())));
    d.because(
        "suggestion",
        -1,
        Text.of("no answer to request %d in time, a random one is used", request));
  }

  private static Optional<Suggestions.Pending> pending(Deliberation d, long request) {
    Optional<Suggestions.Pending> pending =
        d.state().suggestions().pending().get(request).toJavaOptional();
    if (pending.isEmpty()) {
      d.reject(Rejection.Kind.LATE, Text.of("suggestion request %d is not pending", request));
    }
    return pending;
  }
}
