package io.flexhb.core.sampler;

import io.flexhb.core.surrogate.SurrogateCache;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.IntFunction;

/**
 * Describes one sampler for studies, and creates it. Each sampler class describes itself; {@link
 * Samplers} lists them.
 *
 * @param name under which a study selects it
 * @param switches full names of the switches that can change what it suggests
 * @param traits what the engine and the reader of studies need to know about it
 * @param needs what its model needs, by the dimensions of the search space; empty = it has no model
 * @param maker creates the sampler from the switches; the cache changes only its cost
 */
public record SamplerType(
    String name,
    Set<String> switches,
    Set<Trait> traits,
    IntFunction<Optional<ModelNeeds>> needs,
    BiFunction<SamplerSwitches, SurrogateCache, Sampler> maker) {

  /** A property in which samplers differ. */
  public enum Trait {
    /** It uses values between rungs. */
    LOOKS_BETWEEN_RUNGS,
    /** It starts with a Sobol sequence rather than with random draws. */
    STARTS_WITH_SOBOL,
    /** It refines its best candidates unless the study says otherwise. */
    SEARCHES_LOCALLY
  }

  public SamplerType {
    Objects.requireNonNull(name, "name");
    switches = Set.copyOf(switches);
    traits = Set.copyOf(traits);
    Objects.requireNonNull(needs, "needs");
    Objects.requireNonNull(maker, "maker");
  }

  /** A sampler that uses no values. */
  static SamplerType withoutModel(String name, Set<Trait> traits, Sampler sampler) {
    return new SamplerType(
        name, Set.of(), traits, dimensions -> Optional.empty(), (switches, cache) -> sampler);
  }

  /** A sampler with a model. */
  static SamplerType withModel(
      String name,
      Set<String> switches,
      Set<Trait> traits,
      IntFunction<ModelNeeds> needs,
      BiFunction<SamplerSwitches, SurrogateCache, Sampler> maker) {
    return new SamplerType(
        name, switches, traits, dimensions -> Optional.of(needs.apply(dimensions)), maker);
  }

  /** Whether it has the trait. */
  public boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /**
   * The needs of its model.
   *
   * @param dimensions of the search space
   * @return empty for a sampler without a model
   */
  public Optional<ModelNeeds> modelNeeds(int dimensions) {
    return needs.apply(dimensions);
  }

  /**
   * Whether it refines its best candidates in a study with these switches.
   *
   * @param given switches by their full name
   */
  public boolean refinesCandidates(Map<String, String> given) {
    return new SamplerSwitches(given).localSearch(has(Trait.SEARCHES_LOCALLY));
  }
}
