package io.flexhb.core.schedule;

import java.util.Optional;

/**
 * A rung of asynchronous successive halving (Li et al. 2020, Alg. 2), immutable. It is never
 * complete: a trial among the best {@code 1/eta} of the values recorded so far is promoted at once
 * (docs/algorithms.md section 7). Later values would have held back some promoted trials; that is
 * the cost of never waiting.
 *
 * @param recorded all values recorded here, including those of promoted trials
 * @param waiting trials that are not promoted yet
 */
public record AsynchronousRung(RankedSet recorded, RankedSet waiting) {
  /** A rung without values. */
  public static final AsynchronousRung EMPTY =
      new AsynchronousRung(RankedSet.EMPTY, RankedSet.EMPTY);

  /** Adds the value of a trial, which waits now. */
  public AsynchronousRung arrived(Ranked trial) {
    return new AsynchronousRung(recorded.with(trial), waiting.with(trial));
  }

  /** Promotes the trial; its value stays. */
  public AsynchronousRung promoted(Ranked trial) {
    return new AsynchronousRung(recorded, waiting.without(trial));
  }

  /** The worst rank that is promoted: {@code max(1, floor(n/eta))} of n values. */
  public int lastToGoOn(int eta) {
    return Math.max(1, recorded.size() / eta);
  }

  /** The best waiting trial, if it can be promoted. If it cannot, no other can. */
  public Optional<Ranked> next(int eta) {
    return waiting.isEmpty()
        ? Optional.empty()
        : Optional.of(waiting.iterator().next())
            .filter(best -> recorded.rankOf(best) <= lastToGoOn(eta));
  }
}
