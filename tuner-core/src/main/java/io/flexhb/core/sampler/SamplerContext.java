package io.flexhb.core.sampler;

import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.space.SearchSpace;
import java.util.Objects;

/**
 * All inputs of a suggestion.
 *
 * @param measurements snapshot, made with the encoder of {@code space}
 * @param seed the study's seed
 * @param number number of the suggestion in the study; different ones are independent
 */
public record SamplerContext(SearchSpace space, Measurements measurements, long seed, long number) {
  public SamplerContext {
    Objects.requireNonNull(space, "space");
    Objects.requireNonNull(measurements, "measurements");
  }

  /** This suggestion's random stream for a purpose. */
  CounterRandom random(String purpose) {
    return CounterRandom.of(seed, "sampler/" + purpose, number);
  }
}
