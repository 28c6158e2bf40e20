package io.flexhb.core.schedule;

import java.util.Optional;

/**
 * A rung of asynchronous successive halving (Li et al. 2020, Alg. 2), immutable. It is never
 * complete: whoever is among the best {@code 1/eta} of the values recorded so far may go on at once
 * (docs/algorithms.md section 7). A few go on that later values would have held back; that is the
 * price of never waiting.
 *
 * @param recorded all values recorded here, those of trials that went on too
 * @param waiting trials that have not gone on
 */
public record AsynchronousRung(RankedSet recorded, RankedSet waiting) {
  /** Without a value. */
  public static final AsynchronousRung EMPTY =
      new AsynchronousRung(RankedSet.EMPTY, RankedSet.EMPTY);

  /** With the value of a trial that waits now. */
  public AsynchronousRung arrived(Ranked trial) {
    return new AsynchronousRung(recorded.with(trial), waiting.with(trial));
  }

  /** The trial went on; its value stays. */
  public AsynchronousRung promoted(Ranked trial) {
    return new AsynchronousRung(recorded, waiting.without(trial));
  }

  /** The worst rank that may go on: {@code max(1, floor(n/eta))} of n values. */
  public int lastToGoOn(int eta) {
    return Math.max(1, recorded.size() / eta);
  }

  /** The best trial that waits, if it may go on. When it may not, no other may. */
  public Optional<Ranked> next(int eta) {
    return waiting.isEmpty()
        ? Optional.empty()
        : Optional.of(waiting.iterator().next())
            .filter(best -> recorded.rankOf(best) <= lastToGoOn(eta));
  }
}
