package io.flexhb.core.schedule;

import io.flexhb.core.random.CounterRandom;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Successive halving with global ranking (FlexHB, GloSH; docs/algorithms.md section 3): a rung's
 * trials compete with the trials stopped earlier at the same absolute level, which can be revived.
 *
 * <p>With {@code lambda} 0 this is plain successive halving.
 */
public final class GloSH {

  /** A promoted trial, with its rank among all ranked trials (from 1). */
  public record Kept(int trial, double value, int rank, boolean revived) {}

  /**
   * A local trial that is not promoted, with its rank among the local trials (from 1): the pool is
   * not read below the last one kept, so the rank among all is not known.
   */
  public record Dropped(int trial, double value, int rank) {}

  /**
   * The outcome of a rung.
   *
   * @param kept promoted trials in rank order, at most as many as requested
   * @param stopped local trials that were not kept, in rank order
   * @param passedOver pooled trials that ranked high enough but lost their coin
   * @param locals number of the rung's own trials
   * @param cohort number of trials that were ranked: local ones and the whole pool
   */
  public record Outcome(
      List<Kept> kept, List<Dropped> stopped, List<Ranked> passedOver, int locals, int cohort) {}

  private GloSH() {}

  /**
   * Decides one rung.
   *
   * @param local the rung's own trials with a value, in any order
   * @param pool trials stopped at this level; read only as far as needed
   * @param keep how many to promote
   * @param lambda probability in [0, 1] that a pooled trial among the best is kept
   * @param coins one draw per pooled trial met, in rank order
   */
  public static Outcome decide(
      List<Ranked> local, TrialPool pool, int keep, double lambda, CounterRandom coins) {
    List<Ranked> sorted = local.stream().sorted().toList();
    Iterator<Ranked> pooled = lambda > 0 ? pool.iterator() : List.<Ranked>of().iterator();
    List<Kept> kept = new ArrayList<>();
    List<Ranked> passedOver = new ArrayList<>();
    Ranked nextPooled = pooled.hasNext() ? pooled.next() : null;
    int rank = 0;
    int l = 0;
    while (kept.size() < keep && (l < sorted.size() || nextPooled != null)) {
      rank++;
      // A tie goes to the local trial.
      if (nextPooled == null
          || (l < sorted.size() && sorted.get(l).value() <= nextPooled.value())) {
        kept.add(new Kept(sorted.get(l).trial(), sorted.get(l).value(), rank, false));
        l++;
      } else {
        if (coins.nextDouble() < lambda) {
          kept.add(new Kept(nextPooled.trial(), nextPooled.value(), rank, true));
        } else {
          passedOver.add(nextPooled);
        }
        nextPooled = pooled.hasNext() ? pooled.next() : null;
      }
    }
    List<Dropped> stopped = new ArrayList<>();
    for (; l < sorted.size(); l++) {
      stopped.add(new Dropped(sorted.get(l).trial(), sorted.get(l).value(), l + 1));
    }
    return new Outcome(
        List.copyOf(kept),
        List.copyOf(stopped),
        List.copyOf(passedOver),
        sorted.size(),
        sorted.size() + pool.size());
  }

  /**
   * {@code lambda_k = 1/(K-1-k)}, k = 0..K-2, for the K rung levels of the longest bracket: (1/3,
   * 1/2, 1) for R = 27, eta = 3. Index K-1 (the largest resource) has no pool and gets 0.
   */
  public static List<Double> defaultLambdas(int rungLevels) {
    List<Double> lambdas = new ArrayList<>();
    for (int k = 0; k < rungLevels - 1; k++) {
      lambdas.add(1.0 / (rungLevels - 1 - k));
    }
    lambdas.add(0.0);
    return List.copyOf(lambdas);
  }
}
