package io.flexhb.core.surrogate;

import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.DoubleParameter;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.space.Parameter;
import io.flexhb.core.space.SearchSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;

/** Snapshots of made-up studies. */
public final class StudyData {
  public static final List<Long> LEVELS = List.of(1L, 3L, 9L);

  private StudyData() {}

  /** d real parameters from 0 to 1. */
  public static SearchSpace cube(int d) {
    List<Parameter> parameters = new ArrayList<>();
    for (int i = 0; i < d; i++) {
      parameters.add(DoubleParameter.linear("x" + i, 0, 1));
    }
    return SearchSpace.of(parameters).orElseThrow();
  }

  /** The n first configurations of a fixed random stream. */
  public static List<Configuration> configurations(SearchSpace space, int n) {
    List<Configuration> made = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      CounterRandom random = CounterRandom.of(17, "configuration", i);
      double[] u = new double[space.dimensions()];
      for (int j = 0; j < u.length; j++) {
        u[j] = random.nextDouble();
      }
      made.add(space.fromUnit(u));
    }
    return made;
  }

  /** {@code counts[l]} trials with a value at level l. */
  public static Measurements.Builder study(
      SearchSpace space, int[] counts, ToDoubleBiFunction<double[], Long> objective) {
    Encoder encoder = new Encoder(space);
    Measurements.Builder builder = Measurements.builder(encoder, LEVELS);
    List<Configuration> configurations = configurations(space, 400);
    for (int l = 0; l < counts.length; l++) {
      for (int i = 0; i < counts[l]; i++) {
        Configuration c = configurations.get(i);
        long level = LEVELS.get(l);
        builder.value(level, i, c, objective.applyAsDouble(encoder.encode(c), level));
      }
    }
    return builder;
  }

  /** Smallest near (0.3, 0.3 ...); lower levels are noisier. */
  public static double bowl(double[] x, long level) {
    double sum = 0;
    long seed = level;
    for (double v : x) {
      sum += (v - .3) * (v - .3);
      seed = seed * 31 + Double.doubleToLongBits(v);
    }
    return sum + CounterRandom.of(seed, "noise", 0).nextGaussian() * .2 / level;
  }
}
