package io.flexhb.core.sampler;

import io.flexhb.core.fidelity.LevelData;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Encoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Searches for the new configurations with the largest acquisition.
 *
 * @param candidates number of random configurations
 * @param screened how many of them, the best by a cheap first acquisition, get the full one; 0 =
 *     all
 * @param localStarts how many of the best are refined by local search; 0 = none
 * @param minDistance with local search: smallest distance to a trial, in the largest coordinate, as
 *     long as candidates are left; 0 = no limit
 */
record AcquisitionSearch(int candidates, int screened, int localStarts, double minDistance) {

  /**
   * With local search: number of unrefined candidates kept in case it leads only to known trials.
   */
  private static final int FALLBACKS = 100;

  private static final int DEFAULT_LOCAL_STARTS = 10;

  AcquisitionSearch {
    if (candidates < 1) {
      throw new IllegalArgumentException("candidates must be at least 1, was " + candidates);
    }
    if (screened < 0) {
      throw new IllegalArgumentException("screened must be 0 or more, was " + screened);
    }
    if (!(minDistance >= 0 && minDistance <= 1)) {
      throw new IllegalArgumentException("minDistance must be in [0, 1], was " + minDistance);
    }
  }

  /** All candidates get the full acquisition, none is refined. */
  static AcquisitionSearch among(int candidates) {
    return new AcquisitionSearch(candidates, 0, 0, 0);
  }

  /** Only this many candidates, the best by the cheap acquisition, get the full one. */
  AcquisitionSearch screening(int count) {
    return new AcquisitionSearch(candidates, count, localStarts, minDistance);
  }

  /** With or without local search from the best. */
  AcquisitionSearch refining(boolean refine) {
    int starts = refine ? DEFAULT_LOCAL_STARTS : 0;
    return new AcquisitionSearch(candidates, screened, starts, minDistance);
  }

  /** With this distance from known trials. */
  AcquisitionSearch apart(double distance) {
    return new AcquisitionSearch(candidates, screened, localStarts, distance);
  }

  boolean refines() {
    return localStarts > 0;
  }

  /** The result, best first, with the acquisition of the first (NaN when empty). */
  record Found(List<Configuration> configurations, double acquisition) {}

  Found run(SamplerContext context, Acquisition cheap, Acquisition real) {
    Encoder encoder = new Encoder(context.space());
    Candidates pool = Candidates.draw(context, encoder, candidates);
    if (pool.size() == 0) {
      return new Found(List.of(), Double.NaN);
    }
    if (screened > 0 && pool.size() > screened) {
      pool = pool.only(cheap.best(pool.x(), screened).index());
    }
    if (localStarts == 0) {
      return firstNew(context, pool, real.of(pool.x()), List.of(), encoder);
    }
    Found atDistance = refined(context, pool, real, encoder);
    if (atDistance.configurations().isEmpty()) {
      // Trials soon cover a space of one or two parameters; there the model decides.
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

  private Found firstNew(
      SamplerContext context,
      Candidates pool,
      double[] score,
      List<double[]> known,
      Encoder encoder) {
    boolean[] nominal = encoder.nominal();
    List<Configuration> found = new ArrayList<>();
    Set<Configuration> seen = new HashSet<>();
    double best = Double.NaN;
    DescendingOrder descending = new DescendingOrder(score);
    while (descending.hasNext() && found.size() < Suggestion.MAX_CANDIDATES) {
      int i = descending.nextInt();
      if (known.stream().anyMatch(x -> distance(x, pool.x()[i], nominal) < minDistance)) {
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

  /** Trials to keep a distance from. */
  private List<double[]> known(SamplerContext context) {
    if (minDistance == 0) {
      return List.of();
    }
    List<double[]> known = new ArrayList<>(context.measurements().running());
    for (LevelData level : context.measurements().levels()) {
      known.addAll(List.of(level.x()));
      known.addAll(List.of(level.failedX()));
    }
    return known.stream().distinct().toList(); // a trial's array is the same at each level
  }

  /** Largest difference of a coordinate; a different category has the largest distance. */
  static double distance(double[] a, double[] b, boolean[] nominal) {
    double largest = 0;
    for (int i = 0; i < a.length; i++) {
      double difference = nominal[i] ? (a[i] == b[i] ? 0 : 1) : Math.abs(a[i] - b[i]);
      largest = Math.max(largest, difference);
    }
    return largest;
  }
}
