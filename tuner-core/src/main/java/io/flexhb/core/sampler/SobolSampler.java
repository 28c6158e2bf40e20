package io.flexhb.core.sampler;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.SearchSpace;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.commons.math3.random.SobolSequenceGenerator;

/**
 * A Sobol sequence, shifted by a random point of the study (Cranley-Patterson), so that the
 * configurations fill the space evenly and studies still differ.
 */
public final class SobolSampler implements Sampler {
  static final SamplerType TYPE =
      SamplerType.withoutModel(
          "sobol", Set.of(SamplerType.Trait.STARTS_WITH_SOBOL), new SobolSampler());

  /** Direction numbers exist for this many dimensions; beyond, draws are random. */
  static final int MAX_DIMENSIONS = 1000;

  private static final int SEQUENCE_PERIOD = 1 << 30;

  @Override
  public String name() {
    return TYPE.name();
  }

  @Override
  public Suggestion suggest(SamplerContext context) {
    SearchSpace space = context.space();
    Set<Configuration> candidates = new LinkedHashSet<>();
    Optional<Configuration> next =
        point(space, context.measurements().existing(), context.seed(), context.number());
    next.ifPresent(candidates::add);
    String reason =
        "Sobol point "
            + context.number()
            + (next.isPresent() ? "" : " exists, is forbidden or is beyond reach, random instead");
    // Later points of the sequence belong to later suggestions; the spare candidates are random.
    candidates.addAll(
        RandomSampler.drawDistinct(
            space,
            context.measurements().existing(),
            context.random("sobol"),
            Suggestion.MAX_CANDIDATES));
    List<Configuration> best = candidates.stream().limit(Suggestion.MAX_CANDIDATES).toList();
    return Suggestion.of(best, name(), Map.of("reason", reason));
  }

  /**
   * One point of the study's sequence; cheap enough for the thread that decides.
   *
   * @param exists whether a configuration with this canonical key exists
   * @param number which point
   * @return empty when that configuration exists or is forbidden, or there are too many dimensions
   */
  public static Optional<Configuration> point(
      SearchSpace space, Predicate<String> exists, long seed, long number) {
    if (space.dimensions() > MAX_DIMENSIONS) {
      return Optional.empty();
    }
    return Optional.of(space.fromUnit(points(space.dimensions(), seed, number, 1).get(0)))
        .filter(configuration -> !space.isForbidden(configuration))
        .filter(configuration -> !exists.test(configuration.canonical()));
  }

  /** {@code count} points of the unit cube from number {@code first} of the study's sequence on. */
  static List<double[]> points(int dimensions, long seed, long first, int count) {
    double[] shift = RandomSampler.point(dimensions, CounterRandom.of(seed, "sobol-shift", 0));
    SobolSequenceGenerator sequence = new SobolSequenceGenerator(dimensions);
    double[] start = sequence.skipTo((int) Math.floorMod(first, (long) SEQUENCE_PERIOD));
    List<double[]> points = new ArrayList<>(count);
    for (int k = 0; k < count; k++) {
      double[] point = k == 0 ? start.clone() : sequence.nextVector();
      for (int i = 0; i < dimensions; i++) {
        point[i] += shift[i];
        point[i] -= Math.floor(point[i]);
        point[i] = Math.min(point[i], Math.nextDown(1.0));
      }
      points.add(point);
    }
    return points;
  }
}
