package io.flexhb.core.sampler;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.SearchSpace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/** Uniform draws from the search space. */
public final class RandomSampler implements Sampler {
  /** How a study selects it. */
  public static final SamplerType TYPE =
      SamplerType.withoutModel("random", Set.of(), new RandomSampler());

  /** Colliding draws before a finite space is enumerated instead. */
  private static final int DRAWS = 100;

  /** Colliding draws before a space too large to enumerate counts as exhausted. */
  private static final int DRAWS_WITHOUT_ENUMERATION = 10_000;

  @Override
  public String name() {
    return TYPE.name();
  }

  @Override
  public Suggestion suggest(SamplerContext context) {
    List<Configuration> drawn =
        drawDistinct(
            context.space(),
            context.measurements().existing(),
            context.random("random"),
            Suggestion.MAX_CANDIDATES);
    return Suggestion.of(drawn, name(), Map.of("reason", "uniform draw"));
  }

  /**
   * One new configuration; cheap enough for the thread that decides.
   *
   * @param exists whether a configuration with this canonical key exists
   * @return empty when the space is exhausted
   */
  public static Optional<Configuration> draw(
      SearchSpace space, Predicate<String> exists, CounterRandom random) {
    OptionalLong cardinality = space.cardinality();
    int draws = cardinality.isPresent() ? DRAWS : DRAWS_WITHOUT_ENUMERATION;
    for (int i = 0; i < draws; i++) {
      Configuration drawn = space.fromUnit(point(space.dimensions(), random));
      if (!space.isForbidden(drawn) && !exists.test(drawn.canonical())) {
        return Optional.of(drawn);
      }
    }
    return cardinality.isPresent() && cardinality.getAsLong() > 0
        ? firstNewFrom(random.nextLong(cardinality.getAsLong()), space, exists)
        : Optional.empty();
  }

  /**
   * A configuration with some values given and the others drawn.
   *
   * @param given values of some parameters, each a value of its parameter
   * @return empty when no draw gave a configuration of the space, because the given values
   *     contradict its conditions or forbidden combinations
   */
  public static Optional<Configuration> complete(
      SearchSpace space, Configuration given, CounterRandom random) {
    for (int i = 0; i < DRAWS; i++) {
      Configuration drawn = space.completed(given, point(space.dimensions(), random));
      if (space.check(drawn).isEmpty()) {
        return Optional.of(drawn);
      }
    }
    return Optional.empty();
  }

  /** Up to {@code count} new configurations, all different. */
  static List<Configuration> drawDistinct(
      SearchSpace space, Predicate<String> exists, CounterRandom random, int count) {
    List<Configuration> drawn = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    while (drawn.size() < count) {
      Optional<Configuration> next =
          draw(space, key -> taken.contains(key) || exists.test(key), random);
      if (next.isEmpty()) {
        break;
      }
      taken.add(next.get().canonical());
      drawn.add(next.get());
    }
    return drawn;
  }

  /** A uniform point of the unit cube. */
  static double[] point(int dimensions, CounterRandom random) {
    double[] u = new double[dimensions];
    for (int i = 0; i < dimensions; i++) {
      u[i] = random.nextDouble();
    }
    return u;
  }

  /**
   * Searches a finite space in order, with wrap-around; ends after at most as many steps as
   * configurations exist.
   */
  private static Optional<Configuration> firstNewFrom(
      long start, SearchSpace space, Predicate<String> exists) {
    long size = space.cardinality().orElseThrow();
    for (long k = 0; k < size; k++) {
      long index = start < size - k ? start + k : start - (size - k);
      Configuration candidate = space.enumerate(index).orElseThrow();
      if (!exists.test(candidate.canonical())) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }
}
