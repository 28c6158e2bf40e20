package io.flexhb.service.metrics;

import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import java.util.Map;
import java.util.Optional;

/** The origin of a new trial's configuration, as shown in meters. */
public enum SuggestionOrigin {
  /** The sampler's model chose it. */
  MODEL,
  /**
   * An intended random draw: a sampler without a model, the share of random draws, the start of a
   * study.
   */
  RANDOM,
  /**
   * A random draw in place of a model's suggestion that was late, nothing new, or tried meanwhile.
   */
  FALLBACK,
  /** Enqueued by a user. */
  ENQUEUED;

  /** The origin according to a suggestion's explanation. */
  public static SuggestionOrigin of(Map<String, String> explanation) {
    String reason = explanation.getOrDefault("reason", "");
    if (reason.equals("model")) {
      return MODEL;
    }
    boolean standsIn =
        reason.contains("deadline")
            || reason.contains("nothing new")
            || reason.contains("tried meanwhile");
    return standsIn ? FALLBACK : RANDOM;
  }

  /**
   * The origin of a new trial.
   *
   * @param before the study before the decision that created it
   * @param decided the facts of that decision
   */
  static SuggestionOrigin of(
      Fact.TrialCreated created, Optional<StudyState> before, Iterable<Fact> decided) {
    if (created.enqueued()) {
      return ENQUEUED;
    }
    if (created.request().isEmpty()) {
      return RANDOM;
    }
    long request = created.request().getAsLong();
    for (Fact fact : decided) {
      if (fact instanceof Fact.SuggestionPrepared now && now.prepared().request() == request) {
        return of(now.prepared().explanation());
      }
    }
    return before
        .flatMap(state -> state.suggestions().prepared().get(request).toJavaOptional())
        .map(prepared -> of(prepared.explanation()))
        .orElse(RANDOM);
  }
}
