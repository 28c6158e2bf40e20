package io.flexhb.core.schedule;

import java.util.Arrays;

/**
 * A node of a {@link RankedSet}, immutable. A leaf holds trials in rank order; any other node holds
 * its children in rank order, and of each its first key and its size. No node but the root is
 * empty; one that is nearly so is joined with its neighbour.
 */
final class RankedNode {
  private static final int WIDEST = 32;
  private static final int NARROW = WIDEST / 4;
  private static final RankedNode[] NO_CHILDREN = {};
  private static final int[] NO_SIZES = {};

  static final RankedNode EMPTY = leaf(new double[0], new int[0]);

  /** Keys, in two arrays: value and trial. */
  private final double[] values;

  private final int[] trials;

  /** As many as keys, or none in a leaf. */
  private final RankedNode[] children;

  /** Trials below each child. */
  private final int[] sizes;

  private final int size;

  private RankedNode(double[] values, int[] trials, RankedNode[] children, int[] sizes) {
    this.values = values;
    this.trials = trials;
    this.children = children;
    this.sizes = sizes;
    this.size = children.length == 0 ? values.length : sum(sizes, sizes.length);
  }

  private static RankedNode leaf(double[] values, int[] trials) {
    return new RankedNode(values, trials, NO_CHILDREN, NO_SIZES);
  }

  private static int sum(int[] numbers, int to) {
    int sum = 0;
    for (int i = 0; i < to; i++) {
      sum += numbers[i];
    }
    return sum;
  }

  /** The new root after a change. */
  static RankedNode root(RankedNode changed) {
    if (changed.width() > WIDEST) {
      return parent(changed.part(0, WIDEST / 2), changed.part(WIDEST / 2, changed.width()));
    }
    return changed.children.length == 1 ? root(changed.children[0]) : changed;
  }

  private static RankedNode parent(RankedNode left, RankedNode right) {
    return new RankedNode(
        new double[] {left.values[0], right.values[0]},
        new int[] {left.trials[0], right.trials[0]},
        new RankedNode[] {left, right},
        new int[] {left.size, right.size});
  }

  boolean isLeaf() {
    return children.length == 0;
  }

  /** Number of trials of a leaf, or of children of an inner node. */
  int width() {
    return values.length;
  }

  /** Trials in all its leaves. */
  int size() {
    return size;
  }

  RankedNode child(int index) {
    return children[index];
  }

  Ranked ranked(int index) {
    return new Ranked(values[index], trials[index]);
  }

  boolean contains(double value, int trial) {
    RankedNode node = this;
    while (!node.isLeaf()) {
      node = node.children[node.childFor(value, trial)];
    }
    return node.endsWith(node.upTo(value, trial), value, trial);
  }

  /** Whether the last of the first {@code count} keys is this one. */
  private boolean endsWith(int count, double value, int trial) {
    return count > 0 && trials[count - 1] == trial && Double.compare(values[count - 1], value) == 0;
  }

  /** Number of trials before this key. */
  int countBefore(double value, int trial) {
    int before = 0;
    RankedNode node = this;
    while (!node.isLeaf()) {
      int child = node.childFor(value, trial);
      before += sum(node.sizes, child);
      node = node.children[child];
    }
    int upTo = node.upTo(value, trial);
    return before + (node.endsWith(upTo, value, trial) ? upTo - 1 : upTo);
  }

  /** The trial at an index below {@link #size}. */
  Ranked at(int index) {
    int rest = index;
    RankedNode node = this;
    while (!node.isLeaf()) {
      int child = 0;
      while (rest >= node.sizes[child]) {
        rest -= node.sizes[child++];
      }
      node = node.children[child];
    }
    return node.ranked(rest);
  }

  /**
   * Adds a key; returns the same node when it has the key; the result may be one wider than the
   * limit.
   */
  RankedNode with(double value, int trial) {
    if (isLeaf()) {
      int at = upTo(value, trial);
      return endsWith(at, value, trial)
          ? this
          : leaf(spliced(values, at, 0, value), spliced(trials, at, 0, trial));
    }
    int at = childFor(value, trial);
    RankedNode child = children[at].with(value, trial);
    if (child == children[at]) {
      return this;
    }
    return child.width() <= WIDEST
        ? withChild(at, child)
        : replaced(at, 1, child.part(0, WIDEST / 2), child.part(WIDEST / 2, child.width()));
  }

  /** Replaces a child; shares the keys unless its first key changed. */
  private RankedNode withChild(int at, RankedNode child) {
    if (child.trials[0] != trials[at] || Double.compare(child.values[0], values[at]) != 0) {
      return replaced(at, 1, child);
    }
    RankedNode[] newChildren = children.clone();
    newChildren[at] = child;
    int[] newSizes = sizes.clone();
    newSizes[at] = child.size;
    return new RankedNode(values, trials, newChildren, newSizes);
  }

  /** Removes an existing key; the result may be empty or have one child. */
  RankedNode without(double value, int trial) {
    if (isLeaf()) {
      int at = upTo(value, trial) - 1;
      return leaf(spliced(values, at, 1), spliced(trials, at, 1));
    }
    int at = childFor(value, trial);
    RankedNode child = children[at].without(value, trial);
    if (child.width() <= NARROW && width() > 1) {
      return at > 0 ? joined(at - 1, children[at - 1], child) : joined(0, child, children[1]);
    }
    return child.width() == 0 ? replaced(at, 1) : withChild(at, child);
  }

  /**
   * Joins the children {@code at} and {@code at + 1} to one, or to two if one would be too wide.
   */
  private RankedNode joined(int at, RankedNode left, RankedNode right) {
    if (left.width() + right.width() > WIDEST) {
      return replaced(at, 2, left, right);
    }
    RankedNode both =
        new RankedNode(
            spliced(left.values, left.width(), 0, right.values),
            spliced(left.trials, left.width(), 0, right.trials),
            spliced(left.children, left.children.length, 0, right.children),
            spliced(left.sizes, left.sizes.length, 0, right.sizes));
    return replaced(at, 2, both);
  }

  /** Number of keys up to and including this one. */
  private int upTo(double value, int trial) {
    int low = 0;
    int high = values.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = Double.compare(values[middle], value);
      if (order < 0 || order == 0 && trials[middle] <= trial) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private int childFor(double value, int trial) {
    return Math.max(0, upTo(value, trial) - 1);
  }

  private RankedNode part(int from, int to) {
    return new RankedNode(
        Arrays.copyOfRange(values, from, to),
        Arrays.copyOfRange(trials, from, to),
        isLeaf() ? NO_CHILDREN : Arrays.copyOfRange(children, from, to),
        isLeaf() ? NO_SIZES : Arrays.copyOfRange(sizes, from, to));
  }

  private RankedNode replaced(int at, int removed, RankedNode... by) {
    double[] firstValues = new double[by.length];
    int[] firstTrials = new int[by.length];
    int[] newSizes = new int[by.length];
    for (int i = 0; i < by.length; i++) {
      firstValues[i] = by[i].values[0];
      firstTrials[i] = by[i].trials[0];
      newSizes[i] = by[i].size;
    }
    return new RankedNode(
        spliced(values, at, removed, firstValues),
        spliced(trials, at, removed, firstTrials),
        spliced(children, at, removed, by),
        spliced(sizes, at, removed, newSizes));
  }

  private static double[] spliced(double[] array, int at, int removed, double... added) {
    double[] spliced = Arrays.copyOf(array, array.length - removed + added.length);
    System.arraycopy(added, 0, spliced, at, added.length);
    System.arraycopy(array, at + removed, spliced, at + added.length, array.length - at - removed);
    return spliced;
  }

  private static int[] spliced(int[] array, int at, int removed, int... added) {
    int[] spliced = Arrays.copyOf(array, array.length - removed + added.length);
    System.arraycopy(added, 0, spliced, at, added.length);
    System.arraycopy(array, at + removed, spliced, at + added.length, array.length - at - removed);
    return spliced;
  }

  private static RankedNode[] spliced(
      RankedNode[] array, int at, int removed, RankedNode... added) {
    RankedNode[] spliced = Arrays.copyOf(array, array.length - removed + added.length);
    System.arraycopy(added, 0, spliced, at, added.length);
    System.arraycopy(array, at + removed, spliced, at + added.length, array.length - at - removed);
    return spliced;
  }
}
