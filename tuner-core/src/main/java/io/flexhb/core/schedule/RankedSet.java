package io.flexhb.core.schedule;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * An immutable set of ranked trials, best first. Versions share structure: adding and removing take
 * time logarithmic in the size, iterating from the best costs only the part that is read.
 *
 * <p>A B+ tree (Bayer and McCreight 1972) of arrays of numbers: a pool of a hundred thousand trials
 * does not fit into a processor's caches, so the number of memory accesses matters most.
 */
public final class RankedSet implements Iterable<Ranked> {

  /** The empty set. */
  public static final RankedSet EMPTY = new RankedSet(RankedNode.EMPTY);

  private final RankedNode root;

  private RankedSet(RankedNode root) {
    this.root = root;
  }

  /** Number of trials. */
  public int size() {
    return root.size();
  }

  /** Whether there is no trial. */
  public boolean isEmpty() {
    return size() == 0;
  }

  /** Adds a trial; returns the same set when it is already there. */
  public RankedSet with(Ranked added) {
    RankedNode grown = root.with(added.value(), added.trial());
    return grown == root ? this : new RankedSet(RankedNode.root(grown));
  }

  /** Removes a trial; returns the same set when it is not there. */
  public RankedSet without(Ranked removed) {
    return contains(removed)
        ? new RankedSet(RankedNode.root(root.without(removed.value(), removed.trial())))
        : this;
  }

  /** Whether this trial is in it, with this value. */
  public boolean contains(Ranked ranked) {
    return root.contains(ranked.value(), ranked.trial());
  }

  /** Rank from 1: one more than the number of trials before it. */
  public int rankOf(Ranked ranked) {
    return root.countBefore(ranked.value(), ranked.trial()) + 1;
  }

  /**
   * The trial at a rank, from 1.
   *
   * @throws NoSuchElementException when there are fewer
   */
  public Ranked atRank(int rank) {
    if (rank < 1 || rank > size()) {
      throw new NoSuchElementException("no rank " + rank + " among " + size());
    }
    return root.at(rank - 1);
  }

  /**
   * The worst trial.
   *
   * @throws NoSuchElementException when there is none
   */
  public Ranked last() {
    return atRank(Math.max(1, size()));
  }

  /** Iterates from the best. */
  @Override
  public Iterator<Ranked> iterator() {
    return new FromTheBest(root);
  }

  private static final class FromTheBest implements Iterator<Ranked> {
    private final Deque<RankedNode> ahead = new ArrayDeque<>();
    private RankedNode leaf;
    private int next;

    FromTheBest(RankedNode root) {
      leaf = descend(root);
    }

    private RankedNode descend(RankedNode from) {
      RankedNode node = from;
      while (!node.isLeaf()) {
        for (int i = node.width() - 1; i > 0; i--) {
          ahead.push(node.child(i));
        }
        node = node.child(0);
      }
      return node;
    }

    @Override
    public boolean hasNext() {
      return next < leaf.width() || !ahead.isEmpty();
    }

    @Override
    public Ranked next() {
      if (next == leaf.width()) {
        leaf = descend(ahead.pop()); // throws NoSuchElementException when nothing is ahead
        next = 0;
      }
      return leaf.ranked(next++);
    }
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof RankedSet that) || that.size() != size()) {
      return false;
    }
    Iterator<Ranked> theirs = that.iterator();
    for (Ranked mine : this) {
      if (!mine.equals(theirs.next())) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (Ranked ranked : this) {
      hash = 31 * hash + ranked.hashCode();
    }
    return hash;
  }

  /** The best few as text. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("RankedSet[").append(size());
    int shown = 0;
    for (Ranked ranked : this) {
      if (shown++ == 10) {
        return text.append(", ...]").toString();
      }
      text.append(", ").append(ranked.trial()).append('=').append(ranked.value());
    }
    return text.append(']').toString();
  }
}
