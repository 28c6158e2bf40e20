package io.flexhb.core.schedule;

import io.vavr.collection.Vector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The trials stopped at a level, an immutable set ({@code S_i} of the paper). Versions share
 * structure.
 *
 * <p>Decisions read the best of a pool, and most trials that join a large one are far from the
 * best. So only the best are kept in order. The rest stay unsorted until the best run out, once in
 * some thousands of decisions. Inserting each trial in order would cost more, because its place is
 * not in any cache.
 */
public final class TrialPool implements Iterable<Ranked> {
  private static final int FEWEST_BEST = 512;
  private static final int BEST = 1024;
  private static final int MOST_BEST = 2048;

  /** An empty pool without a size limit. */
  public static final TrialPool UNBOUNDED =
      new TrialPool(RankedSet.EMPTY, Vector.empty(), MOST_BEST);

  /** An empty pool whose worst trials may be removed, so that all are kept in order. */
  public static final TrialPool BOUNDED =
      new TrialPool(RankedSet.EMPTY, Vector.empty(), Integer.MAX_VALUE);

  private final RankedSet best;

  /** Trials that rank after all the best ones; empty while there are few. */
  private final Vector<Ranked> rest;

  private final int mostBest;

  private TrialPool(RankedSet best, Vector<Ranked> rest, int mostBest) {
    this.best = best;
    this.rest = rest;
    this.mostBest = mostBest;
  }

  /** Number of trials. */
  public int size() {
    return best.size() + rest.size();
  }

  /** Whether there is no trial. */
  public boolean isEmpty() {
    return best.isEmpty();
  }

  /** Whether this trial is in it, with this value. */
  public boolean contains(Ranked trial) {
    return best.contains(trial) || rest.contains(trial);
  }

  /** Adds a trial that is not in the pool. */
  public TrialPool with(Ranked added) {
    if (!rest.isEmpty() && added.compareTo(best.last()) > 0) {
      return new TrialPool(best, rest.append(added), mostBest);
    }
    RankedSet more = best.with(added);
    return more.size() <= mostBest
        ? new TrialPool(more, rest, mostBest)
        : arranged(inOrder(more), rest);
  }

  /** Removes a trial; returns the same pool when it is not there. */
  public TrialPool without(Ranked removed) {
    if (best.contains(removed)) {
      RankedSet fewer = best.without(removed);
      return fewer.size() >= FEWEST_BEST || rest.isEmpty()
          ? new TrialPool(fewer, rest, mostBest)
          : refilled(fewer);
    }
    int at = rest.indexOf(removed);
    return at < 0 ? this : new TrialPool(best, rest.removeAt(at), mostBest);
  }

  private TrialPool refilled(RankedSet few) {
    List<Ranked> all = inOrder(few);
    all.addAll(inOrder(rest));
    return arranged(all, Vector.empty());
  }

  /**
   * @param ordered best first
   * @param after other trials, which all rank after these
   */
  private TrialPool arranged(List<Ranked> ordered, Vector<Ranked> after) {
    int kept = Math.min(BEST, ordered.size());
    RankedSet first = RankedSet.EMPTY;
    for (Ranked ranked : ordered.subList(0, kept)) {
      first = first.with(ranked);
    }
    return new TrialPool(first, after.appendAll(ordered.subList(kept, ordered.size())), mostBest);
  }

  private static List<Ranked> inOrder(Iterable<Ranked> some) {
    List<Ranked> ordered = new ArrayList<>();
    some.forEach(ordered::add);
    Collections.sort(ordered);
    return ordered;
  }

  /**
   * The worst trial. Visits all trials of an unbounded pool.
   *
   * @throws NoSuchElementException when there is none
   */
  public Ranked last() {
    return rest.isEmpty() ? best.last() : Collections.max(rest.asJava());
  }

  /** Iterates from the best. */
  @Override
  public Iterator<Ranked> iterator() {
    Iterator<Ranked> ofBest = best.iterator();
    return new Iterator<>() {
      private Iterator<Ranked> ofRest = Collections.emptyIterator();
      private boolean atRest;

      @Override
      public boolean hasNext() {
        if (!atRest && !ofBest.hasNext()) {
          atRest = true;
          ofRest = inOrder(rest).iterator();
        }
        return ofBest.hasNext() || ofRest.hasNext();
      }

      @Override
      public Ranked next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return atRest ? ofRest.next() : ofBest.next();
      }
    };
  }

  /** Compares only the trials: which ones are kept in order depends on their order of arrival. */
  @Override
  public boolean equals(Object other) {
    return other instanceof TrialPool that && inOrder(this).equals(inOrder(that));
  }

  @Override
  public int hashCode() {
    return inOrder(this).hashCode();
  }

  @Override
  public String toString() {
    return "TrialPool[" + size() + ", best " + best + "]";
  }
}
