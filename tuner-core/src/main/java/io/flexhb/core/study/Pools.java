package io.flexhb.core.study;

import io.flexhb.core.schedule.Ranked;
import io.vavr.collection.SortedSet;
import io.vavr.collection.TreeMap;
import io.vavr.collection.TreeSet;

/**
 * Stopped trials per absolute level, {@code S_i} of the paper, each pool in rank order. A trial is
 * in at most one; a level without any has no entry.
 */
public record Pools(TreeMap<Long, SortedSet<Ranked>> byLevel) {

  static final Pools EMPTY = new Pools(TreeMap.empty());

  /** The pool of a level, best first. */
  public SortedSet<Ranked> at(long level) {
    return byLevel.getOrElse(level, TreeSet.empty());
  }

  Pools with(long level, Ranked trial) {
    return new Pools(byLevel.put(level, at(level).add(trial)));
  }

  Pools without(long level, Ranked trial) {
    SortedSet<Ranked> rest = at(level).remove(trial);
    return new Pools(rest.isEmpty() ? byLevel.remove(level) : byLevel.put(level, rest));
  }
}
