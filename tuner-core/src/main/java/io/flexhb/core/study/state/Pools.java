package io.flexhb.core.study.state;

import io.flexhb.core.schedule.Ranked;
import io.flexhb.core.schedule.TrialPool;
import io.flexhb.core.spec.Method;
import io.vavr.collection.TreeMap;

/**
 * Stopped trials per absolute level, {@code S_i} of the paper. A trial is in at most one; a level
 * without any has no entry.
 *
 * @param empty a pool without a trial
 */
public record Pools(TreeMap<Long, TrialPool> byLevel, TrialPool empty) {

  static Pools none(Method method) {
    return new Pools(
        TreeMap.empty(), method.poolMax().isPresent() ? TrialPool.BOUNDED : TrialPool.UNBOUNDED);
  }

  /** The pool of a level. */
  public TrialPool at(long level) {
    return byLevel.getOrElse(level, empty);
  }

  Pools with(long level, Ranked trial) {
    return new Pools(byLevel.put(level, at(level).with(trial)), empty);
  }

  Pools without(long level, Ranked trial) {
    TrialPool rest = at(level).without(trial);
    return new Pools(rest.isEmpty() ? byLevel.remove(level) : byLevel.put(level, rest), empty);
  }
}
