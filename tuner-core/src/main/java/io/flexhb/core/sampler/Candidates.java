package io.flexhb.core.sampler;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.space.SearchSpace;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import java.util.stream.LongStream;

/** Encoded configurations to choose from; only the chosen ones are decoded. */
final class Candidates {
  /** Draws per candidate; a space that forbids nearly everything yields fewer candidates. */
  private static final int DRAWS = 20;

  private final double[][] x;
  private final IntFunction<Configuration> configuration;

  private Candidates(double[][] x, IntFunction<Configuration> configuration) {
    this.x = x;
    this.configuration = configuration;
  }

  /** Random points of the space; of a small finite space all configurations that are new. */
  static Candidates draw(SamplerContext context, Encoder encoder, int count) {
    SearchSpace space = context.space();
    OptionalLong cardinality = space.cardinality();
    if (cardinality.isPresent() && cardinality.getAsLong() <= count) {
      return of(
          LongStream.range(0, cardinality.getAsLong())
              .mapToObj(index -> space.enumerate(index).orElseThrow())
              .filter(c -> !context.measurements().exists(c.canonical()))
              .toList(),
          encoder);
    }
    CounterRandom random = context.random("candidates");
    double[][] u = new double[count][];
    double[][] x = new double[count][];
    int found = 0;
    for (int draw = 0; found < count && draw < DRAWS * count; draw++) {
      u[found] = RandomSampler.point(space.dimensions(), random);
      x[found] = encoder.encodeUnit(u[found]);
      found += encoder.isForbidden(x[found]) ? 0 : 1;
    }
    return new Candidates(Arrays.copyOf(x, found), i -> space.fromUnit(u[i]));
  }

  /** These and further encoded points. */
  Candidates with(List<double[]> more, Encoder encoder) {
    int own = x.length;
    double[][] longer = Arrays.copyOf(x, own + more.size());
    for (int k = 0; k < more.size(); k++) {
      longer[own + k] = more.get(k);
    }
    return new Candidates(
        longer, i -> i < own ? configuration.apply(i) : encoder.decode(longer[i]));
  }

  private static Candidates of(List<Configuration> configurations, Encoder encoder) {
    double[][] x = configurations.stream().map(encoder::encode).toArray(double[][]::new);
    return new Candidates(x, configurations::get);
  }

  int size() {
    return x.length;
  }

  double[][] x() {
    return x;
  }

  Configuration configuration(int i) {
    return configuration.apply(i);
  }

  /** Those with these indices, in that order. */
  Candidates only(int[] chosen) {
    double[][] chosenX = new double[chosen.length][];
    for (int k = 0; k < chosen.length; k++) {
      chosenX[k] = x[chosen[k]];
    }
    return new Candidates(chosenX, k -> configuration.apply(chosen[k]));
  }
}
