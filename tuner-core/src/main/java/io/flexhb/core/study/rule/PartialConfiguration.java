package io.flexhb.core.study.rule;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.sampler.RandomSampler;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Problem;
import io.flexhb.core.space.SearchSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Completes a partial configuration: the rest is drawn, always the same for the same part, so that
 * duplicates are recognized.
 *
 * @param configurations one for each requested trial
 * @param problem why there are none
 */
record PartialConfiguration(List<Configuration> configurations, Optional<String> problem) {

  /** Several completions of a partial configuration. */
  static PartialConfiguration of(SearchSpace space, long seed, Configuration part, int wanted) {
    List<Problem> wrong = space.checkValues(part);
    if (!wrong.isEmpty()) {
      return new PartialConfiguration(List.of(), Optional.of(wrong.toString()));
    }
    List<Configuration> completed = new ArrayList<>();
    for (int i = 0; i < wanted; i++) {
      Optional<Configuration> next =
          RandomSampler.complete(
              space, part, CounterRandom.of(seed, "enqueued " + part.canonical(), i));
      if (next.isEmpty()) {
        return new PartialConfiguration(
            List.of(), Optional.of("no draw of the other parameters goes with it"));
      }
      completed.add(next.get());
    }
    return new PartialConfiguration(completed, Optional.empty());
  }
}
