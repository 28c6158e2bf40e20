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
 * <p>Decisions read the best of a pool, and most who join a large one are far from the best. So
 * only the best are kept in order; the rest lie as they came, and are sorted when the best run out:
 * once in some thousands of decisions. To put each into its place at once costs more: that place is
 * in no cache.
 */
public final class TrialPool implements Iterable<Ranked> {
  private static final int FEWEST_BEST = 512;
  private static final int BEST = 1024;
  private static final int MOST_BEST = 2048;

  /** Without a trial; for a pool that has no bound. */
  public static final TrialPool UNBOUNDED =
      new TrialPool(RankedSet.EMPTY, Vector.empty(), MOST_BEST);

  /** Without a trial; for a pool whose worst are taken out, so that all are kept in order. */
  public static final TrialPool BOUNDED =
      new TrialPool(RankedSet.EMPTY, Vector.empty(), Integer.MAX_VALUE);

  private final RankedSet best;

  /** Each ranks after all the best; empty while the best are few. */
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

  /** With a trial that is not in it. */
  public TrialPool with(Ranked added) {
    if (!rest.isEmpty() && added.compareTo(best.last()) > 0) {
      return new TrialPool(best, rest.append(added), mostBest);
    }
    RankedSet more = best.with(added);
    return more.size() <= mostBest
        ? new TrialPool(more, rest, mostBest)
        : arranged(inOrder(more), rest);
  }

  /** Without this trial; the same pool when it was not in it. */
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
   * @param after others, that all rank after them
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
   * The worst. Looks at each of an unbounded pool.
   *
   * @throws NoSuchElementException when there is none
   */
  public Ranked last() {
    return rest.isEmpty() ? best.last() : Collections.max(rest.asJava());
  }

  /** From the best on. */
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

  /** Of the trials alone: which are kept in order depends on how they came. */
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
