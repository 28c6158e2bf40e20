package io.flexhb.core.study.rule;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.decision.ResultBuilder;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Suggestions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Requests suggestions before they are needed, so that an ask is answered at once. A request is
 * recorded, and the sampler pool answers it with an event. When the data have grown since, the
 * answer is stale: another request is sent, and the stale answer stays in use until the new one
 * arrives.
 */
public final class SuggestionRules {

  /** The key under which a model names its levels. */
  private static final String LEVELS = "levels";

  private SuggestionRules() {}

  /**
   * Asks the sampler pool for missing suggestions, and drops stale answers that newer ones replace.
   *
   * @param unserved number of slots that wait for a configuration now
   */
  static RuleResult request(RuleContext study, int unserved) {
    if (ConfigurationSupply.model(study.state()).isEmpty() || !WorkAssignment.mayCreate(study)) {
      return RuleResult.NOTHING;
    }
    int wanted = unserved + study.spec().suggestionsAhead();
    ResultBuilder found = study.result();
    drop(
        found,
        stale(study.state(), study.state().suggestions().prepared().size() - wanted),
        study.state().data());
    int fresh = fresh(study.state()).size();
    long nextRequest = study.state().suggestions().nextRequest();
    int missing = wanted - fresh - study.state().suggestions().pending().size();
    for (int i = 0; i < missing; i++) {
      found.fact(new Fact.SuggestionRequested(nextRequest + i, study.time()));
    }
    return found.done();
  }

  /** Answers ready for use that are not stale, the oldest first. */
  public static List<Suggestions.Prepared> fresh(StudyState state) {
    return state.suggestions().prepared().values().filter(p -> !isStale(state, p)).asJava();
  }

  private static boolean isStale(StudyState state, Suggestions.Prepared prepared) {
    return ConfigurationSupply.model(state)
        .filter(model -> prepared.data().isStaleBeside(state.data(), model.lowerLevels()))
        .isPresent();
  }

  /** The oldest stale answers, at most that many. */
  private static List<Suggestions.Prepared> stale(StudyState state, int surplus) {
    return state
        .suggestions()
        .prepared()
        .values()
        .filter(p -> isStale(state, p))
        .take(Math.max(0, surplus))
        .asJava();
  }

  /**
   * @param now the current data
   */
  private static void drop(
      ResultBuilder found, List<Suggestions.Prepared> stale, Suggestions.Data now) {
    for (Suggestions.Prepared old : stale) {
      String reason =
          Text.of(
              "stale: made from %d values, %d of them at full fidelity, now there are %d and %d",
              old.data().all(), old.data().full(), now.all(), now.full());
      found
          .fact(new Fact.SuggestionDropped(old.request(), reason))
          .because("suggestion", -1, Text.of("request %d is dropped: %s", old.request(), reason));
    }
  }

  static RuleResult arrived(RuleContext study, StudyEvent.SuggestionArrived event) {
    if (!event.incarnation().equals(study.state().incarnation())) {
      return RuleResult.rejected(
          Rejection.Kind.ZOMBIE,
          Text.of("suggestion %d is for an earlier incarnation of the study", event.request()));
    }
    Optional<Suggestions.Pending> pending = pending(study, event.request());
    if (pending.isEmpty()) {
      return notPending(event.request());
    }
    List<Configuration> valid =
        event.candidates().stream().filter(c -> study.spec().space().check(c).isEmpty()).toList();
    // The lack of a valid candidate does not end the study: the draw that replaces it shows //
    // whether the space is exhausted.
    return study
        .result()
        .fact(
            new Fact.SuggestionPrepared(
                new Suggestions.Prepared(
                    event.request(),
                    valid,
                    event.snapshotVersion(),
                    event.explanation(),
                    pending.get().data())))
        .because(
            "suggestion",
            -1,
            Text.of("%d candidate(s) for request %d", valid.size(), event.request()),
            shown(study, event.explanation()))
        .done();
  }

  /** Why a configuration was suggested, with its levels in the user's unit. */
  static SortedMap<String, String> shown(RuleContext study, SortedMap<String, String> why) {
    String levels = why.getOrDefault(LEVELS, "");
    if (study.spec().step().isOne() || !levels.matches("\\d{1,18}( \\d{1,18})*")) {
      return why;
    }
    SortedMap<String, String> shown = new TreeMap<>(why);
    shown.put(
        LEVELS,
        Arrays.stream(levels.split(" "))
            .map(level -> study.spec().shown(Long.parseLong(level)))
            .collect(Collectors.joining(" ")));
    return shown;
  }

  /** The pool did not answer in time: draws at random instead. */
  static RuleResult overdue(RuleContext study, long request) {
    Optional<Suggestions.Pending> pending = pending(study, request);
    if (pending.isEmpty()) {
      return notPending(request);
    }
    String sampler = study.spec().method().sampler();
    SortedMap<String, String> why = new TreeMap<>();
    why.put("sampler", sampler);
    why.put("origin", ConfigurationSupply.origin(sampler, ConfigurationSupply.RANDOM));
    why.put("reason", "no suggestion within the deadline");
    List<Configuration> drawn =
        ConfigurationSupply.draw(study.state(), "overdue", request).map(List::of).orElse(List.of());
    return study
        .result()
        .fact(
            new Fact.SuggestionPrepared(
                new Suggestions.Prepared(
                    request, drawn, study.state().sequence(), why, pending.get().data())))
        .because(
            "suggestion",
            -1,
            Text.of("no answer to request %d in time, a random one is used", request))
        .done();
  }

  private static Optional<Suggestions.Pending> pending(RuleContext study, long request) {
    return study.state().suggestions().pending().get(request).toJavaOptional();
  }

  private static RuleResult notPending(long request) {
    return RuleResult.rejected(
        Rejection.Kind.LATE, Text.of("suggestion request %d is not pending", request));
  }
}
