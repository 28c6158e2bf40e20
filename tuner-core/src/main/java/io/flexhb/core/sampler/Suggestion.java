package io.flexhb.core.sampler;

import io.flexhb.core.space.Configuration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The proposal of a sampler.
 *
 * @param candidates distinct, best first, at most {@value #MAX_CANDIDATES}; empty when every
 *     configuration of the space exists
 * @param explanation the explanation, with at least {@code sampler}, {@code reason} and {@code
 *     origin}: the sampler, or the sampler and the replacement of its model
 */
public record Suggestion(List<Configuration> candidates, SortedMap<String, String> explanation) {
  /** More than one, so that a duplicate created meanwhile does not cost another round. */
  public static final int MAX_CANDIDATES = 5;

  /** The reason when there is no candidate. */
  public static final String SPACE_EXHAUSTED = "space exhausted";

  public Suggestion {
    candidates = List.copyOf(candidates);
    if (candidates.size() > MAX_CANDIDATES) {
      throw new IllegalArgumentException("more than " + MAX_CANDIDATES + " candidates");
    }
    explanation = Collections.unmodifiableSortedMap(new TreeMap<>(explanation));
  }

  /** Whether the study has no configuration left. */
  public boolean isExhausted() {
    return candidates.isEmpty();
  }

  /** The origin of a draw that replaces a sampler's model: {@code fgf (random)}. */
  public static String standIn(String sampler, String draw) {
    return sampler + " (" + draw + ")";
  }

  static Suggestion of(List<Configuration> candidates, String sampler, Map<String, String> why) {
    SortedMap<String, String> explanation = new TreeMap<>(why);
    explanation.put("sampler", sampler);
    explanation.putIfAbsent("origin", sampler);
    if (candidates.isEmpty()) {
      explanation.put("reason", SPACE_EXHAUSTED);
    }
    return new Suggestion(candidates, explanation);
  }
}
