package io.flexhb.core.sampler;

import io.flexhb.core.fidelity.LevelData;
import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.surrogate.CpuYield;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * BOHB (Falkner et al. 2018): two densities, of good and of bad configurations, at the largest rung
 * level with enough values; of 64 samples of the good one, those with the largest ratio.
 */
public final class BohbSampler extends ModelSampler {
  /** The published share of random draws. */
  public static final double PUBLISHED_RANDOM_FRACTION = 1.0 / 3;

  private static final double GOOD_SHARE = 0.15;
  private static final int SAMPLES = 64;
  private static final double WIDENING = 3;

  /** Draws for each sample where combinations are forbidden. */
  private static final int DRAWS = 20;

  static final SamplerType TYPE =
      SamplerType.withModel(
          "bohb",
          Set.of(SamplerSwitches.RANDOM_FRACTION),
          Set.of(),
          dimensions -> new ModelNeeds(needed(dimensions), 0, ModelNeeds.NOTHING, true),
          (switches, cache) ->
              new BohbSampler(switches.randomFraction(SamplerSwitches.DEFAULT_RANDOM_FRACTION)));

  /**
   * The sampler of one study, or of all.
   *
   * @param randomFraction share of random draws
   */
  public BohbSampler(double randomFraction) {
    super("bohb", randomFraction, new RandomSampler());
  }

  /** Number of values that one level needs for two densities. */
  static int needed(int dimensions) {
    return ModelNeeds.enough(dimensions);
  }

  @Override
  Optional<List<Configuration>> choose(SamplerContext context, Explanation why) {
    List<Long> rungLevels = context.measurements().rungLevels();
    int needed = needed(context.space().tunedDimensions());
    Optional<LevelData> largest =
        context.measurements().levels().stream()
            .filter(level -> rungLevels.contains(level.level()))
            .filter(level -> level.size() > 0)
            .filter(level -> level.size() + level.failedX().length >= needed)
            .reduce((lower, higher) -> higher);
    return largest.map(level -> sample(context, level, why));
  }

  @Override
  String waitingFor() {
    return "no model yet: it needs 2 d + 2 values at one rung level";
  }

  private static List<Configuration> sample(
      SamplerContext context, LevelData level, Explanation why) {
    Encoder encoder = new Encoder(context.space());
    CounterRandom random = context.random("kde");
    int[] categories = categories(encoder);
    double[][] ranked = ranked(level);
    int tuned = context.space().tunedDimensions();
    int good = Math.max(tuned + 1, (int) Math.floor(GOOD_SHARE * ranked.length));
    ParzenEstimator goodDensity = density(Arrays.copyOf(ranked, good), categories, encoder, random);
    ParzenEstimator badDensity =
        density(Arrays.copyOfRange(ranked, good, ranked.length), categories, encoder, random);
    double[][] samples = new double[SAMPLES][];
    double[] ratio = new double[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
      CpuYield.letOthersRun();
      samples[i] = goodDensity.sample(random, WIDENING);
      for (int again = 1; again < DRAWS && isForbidden(encoder, samples[i]); again++) {
        samples[i] = goodDensity.sample(random, WIDENING);
      }
      ratio[i] = goodDensity.logDensity(samples[i]) - badDensity.logDensity(samples[i]);
    }
    Set<Configuration> chosen = new LinkedHashSet<>();
    DescendingOrder descending = new DescendingOrder(ratio);
    while (descending.hasNext() && chosen.size() < Suggestion.MAX_CANDIDATES) {
      Configuration configuration = encoder.decode(samples[descending.nextInt()]);
      if (!context.measurements().exists(configuration.canonical())
          && !context.space().isForbidden(configuration)) {
        chosen.add(configuration);
      }
    }
    why.put("levels", Long.toString(level.level()))
        .put("good", Integer.toString(good))
        .put("bad", Integer.toString(ranked.length - good))
        .put("log_density_ratio", Arrays.stream(ratio).max().orElseThrow());
    return List.copyOf(chosen);
  }

  private static boolean isForbidden(Encoder encoder, double[] sample) {
    return encoder.isForbidden(encoder.settle(sample));
  }

  /** Configurations from best to worst; equal ones by trial number, failed ones last. */
  private static double[][] ranked(LevelData level) {
    double[] negated = Arrays.stream(level.y()).map(y -> -y).toArray();
    List<double[]> ranked = new ArrayList<>();
    for (int i : Best.of(negated, negated.length).index()) {
      ranked.add(level.x()[i]);
    }
    ranked.addAll(List.of(level.failedX()));
    return ranked.toArray(double[][]::new);
  }

  private static ParzenEstimator density(
      double[][] points, int[] categories, Encoder encoder, CounterRandom random) {
    return new ParzenEstimator(imputed(points, encoder, random), categories);
  }

  /**
   * Gives parameters that do not exist a value of another point, or a random one (as BOHB does).
   */
  static double[][] imputed(double[][] points, Encoder encoder, CounterRandom random) {
    boolean[] nominal = encoder.nominal();
    long[] sizes = encoder.sizes();
    double[][] complete = new double[points.length][];
    for (int i = 0; i < points.length; i++) {
      complete[i] = points[i].clone();
      for (int j = 0; j < nominal.length; j++) {
        int column = j;
        if (isMissing(points[i][j], nominal[j], sizes[j])) {
          double[] known =
              Arrays.stream(points)
                  .mapToDouble(x -> x[column])
                  .filter(v -> !isMissing(v, nominal[column], sizes[column]))
                  .toArray();
          complete[i][j] =
              known.length > 0
                  ? known[random.nextInt(known.length)]
                  : nominal[j] ? random.nextInt((int) sizes[j]) : random.nextDouble();
        }
      }
    }
    return complete;
  }

  private static boolean isMissing(double value, boolean nominal, long size) {
    return nominal ? value >= size : value < 0;
  }

  private static int[] categories(Encoder encoder) {
    boolean[] nominal = encoder.nominal();
    long[] sizes = encoder.sizes();
    int[] categories = new int[nominal.length];
    for (int j = 0; j < categories.length; j++) {
      categories[j] = nominal[j] ? (int) sizes[j] : 0;
    }
    return categories;
  }
}
