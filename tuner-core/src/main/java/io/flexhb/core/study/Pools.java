package io.flexhb.core.study;

import io.flexhb.core.schedule.Ranked;
import io.flexhb.core.schedule.RankedSet;
import io.vavr.collection.TreeMap;

/**
 * Stopped trials per absolute level, {@code S_i} of the paper, each pool in rank order. A trial is
 * in at most one; a level without any has no entry.
 */
public record Pools(TreeMap<Long, RankedSet> byLevel) {

  static final Pools EMPTY = new Pools(TreeMap.empty());

  /** The pool of a level, best first. */
  public RankedSet at(long level) {
    return byLevel.getOrElse(level, RankedSet.EMPTY);
  }

  Pools with(long level, Ranked trial) {
    return new Pools(byLevel.put(level, at(level).with(trial)));
  }

  Pools without(long level, Ranked trial) {
    RankedSet rest = at(level).without(trial);
    return new Pools(rest.isEmpty() ? byLevel.remove(level) : byLevel.put(level, rest));
  }
}
