package io.flexhb.core.sampler;

import io.flexhb.core.fidelity.LevelData;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.surrogate.FgfOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Looks for the new configurations with the largest acquisition.
 *
 * @param candidates random configurations looked at
 * @param screened how many of them, the best by a cheap first acquisition, get the real one; 0 =
 *     all
 * @param localStarts how many of the best are refined by local search; 0 = none
 */
record AcquisitionSearch(int candidates, int screened, int localStarts) {
  /**
   * With local search: nothing nearer than this to a trial, in the largest coordinate, as long as
   * anything is left.
   */
  private static final double MIN_DISTANCE = 0.05;

  /** With local search: so many unrefined candidates stay in case it leads to known trials. */
  private static final int FALLBACKS = 100;

  private static final int DEFAULT_LOCAL_STARTS = 10;

  /** As the switches say; all candidates get the real acquisition unless screened. */
  static AcquisitionSearch of(FgfOptions options) {
    boolean local = options.localSearch() == FgfOptions.LocalSearch.ONE_EXCHANGE;
    return new AcquisitionSearch(
        options.candidates(), options.screened(), local ? DEFAULT_LOCAL_STARTS : 0);
  }

  /** What was found, best first, with the acquisition of the first (NaN when nothing). */
  record Found(List<Configuration> configurations, double acquisition) {}

  Found run(SamplerContext context, Acquisition cheap, Acquisition real) {
    Encoder encoder = new Encoder(context.space());
    Candidates pool = Candidates.draw(context, encoder, candidates);
    if (screened > 0 && pool.size() > screened) {
      pool = pool.only(cheap.best(pool.x(), screened).index());
    }
    if (localStarts == 0) {
      return firstNew(context, pool, real.of(pool.x()), List.of(), encoder);
    }
    Found atDistance = refined(context, pool, real, encoder);
    if (atDistance.configurations().isEmpty()) {
      // Trials soon cover a space of one or two parameters; there what the model says counts.
      return firstNew(context, pool, real.of(pool.x()), List.of(), encoder);
    }
    return atDistance;
  }

  private Found refined(
      SamplerContext context, Candidates pool, Acquisition real, Encoder encoder) {
    Best best = real.best(pool.x(), FALLBACKS);
    Candidates starts = pool.only(best.index());
    OneExchange search = new OneExchange(encoder, real, context.random("local-search"));
    double[][] refined =
        Arrays.stream(starts.x()).limit(localStarts).map(search::climb).toArray(double[][]::new);
    double[] refinedScore = real.of(refined);
    double[] score = Arrays.copyOf(best.score(), best.score().length + refined.length);
    System.arraycopy(refinedScore, 0, score, best.score().length, refined.length);
    Candidates all = starts.with(List.of(refined), encoder);
    return firstNew(context, all, score, known(context), encoder);
  }

  private static Found firstNew(
      SamplerContext context,
      Candidates pool,
      double[] score,
      List<double[]> known,
      Encoder encoder) {
    boolean[] nominal = encoder.nominal();
    List<Configuration> found = new ArrayList<>();
    Set<Configuration> seen = new HashSet<>();
    double best = Double.NaN;
    Descending descending = new Descending(score);
    while (descending.hasNext() && found.size() < Suggestion.MAX_CANDIDATES) {
      int i = descending.nextInt();
      if (known.stream().anyMatch(x -> distance(x, pool.x()[i], nominal) < MIN_DISTANCE)) {
        continue;
      }
      Configuration configuration = pool.configuration(i);
      if (!context.measurements().exists(configuration.canonical()) && seen.add(configuration)) {
        best = found.isEmpty() ? score[i] : best;
        found.add(configuration);
      }
    }
    return new Found(found, best);
  }

  private static List<double[]> known(SamplerContext context) {
    List<double[]> known = new ArrayList<>(context.measurements().running());
    for (LevelData level : context.measurements().levels()) {
      known.addAll(List.of(level.x()));
      known.addAll(List.of(level.failedX()));
    }
    return known.stream().distinct().toList(); // a trial's array is the same at each level
  }

  /** Largest difference of a coordinate; another category is as far as can be. */
  static double distance(double[] a, double[] b, boolean[] nominal) {
    double largest = 0;
    for (int i = 0; i < a.length; i++) {
      double difference = nominal[i] ? (a[i] == b[i] ? 0 : 1) : Math.abs(a[i] - b[i]);
      largest = Math.max(largest, difference);
    }
    return largest;
  }
}
