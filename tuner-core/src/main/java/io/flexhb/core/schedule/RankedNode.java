package io.flexhb.core.schedule;

import java.util.Arrays;

/**
 * A node of a {@link RankedSet}, immutable. A leaf holds trials in rank order; any other node holds
 * its children in rank order, and of each a key that none of its trials ranks before. No node but
 * the root is empty; one that is nearly so is joined with its neighbour.
 */
final class RankedNode {
  private static final int WIDEST = 32;
  private static final int NARROW = WIDEST / 4;
  private static final RankedNode[] NO_CHILDREN = {};

  static final RankedNode EMPTY = new RankedNode(new double[0], new int[0], NO_CHILDREN);

  /** Keys, in two arrays: value and trial. */
  private final double[] values;

  private final int[] trials;

  /** As many as keys, or none in a leaf. */
  private final RankedNode[] children;

  private RankedNode(double[] values, int[] trials, RankedNode[] children) {
    this.values = values;
    this.trials = trials;
    this.children = children;
  }

  /** What a change of the root came to, as a root. */
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
        new RankedNode[] {left, right});
  }

  boolean isLeaf() {
    return children.length == 0;
  }

  /** Trials of a leaf, children of another. */
  int width() {
    return values.length;
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
    int before = node.upTo(value, trial) - 1;
    return before >= 0
        && node.trials[before] == trial
        && Double.compare(node.values[before], value) == 0;
  }

  /** With a key that is not in it; may come out one wider than the widest. */
  RankedNode with(double value, int trial) {
    if (isLeaf()) {
      int at = upTo(value, trial);
      return new RankedNode(
          spliced(values, at, 0, value), spliced(trials, at, 0, trial), NO_CHILDREN);
    }
    int at = childFor(value, trial);
    RankedNode child = children[at].with(value, trial);
    return child.width() <= WIDEST
        ? replaced(at, 1, child)
        : replaced(at, 1, child.part(0, WIDEST / 2), child.part(WIDEST / 2, child.width()));
  }

  /** Without a key that is in it; may come out empty or with one child. */
  RankedNode without(double value, int trial) {
    if (isLeaf()) {
      int at = upTo(value, trial) - 1;
      return new RankedNode(spliced(values, at, 1), spliced(trials, at, 1), NO_CHILDREN);
    }
    int at = childFor(value, trial);
    RankedNode child = children[at].without(value, trial);
    if (child.width() <= NARROW && width() > 1) {
      return at > 0 ? joined(at - 1, children[at - 1], child) : joined(0, child, children[1]);
    }
    return child.width() == 0 ? replaced(at, 1) : replaced(at, 1, child);
  }

  /**
   * With the children {@code at} and {@code at + 1} as one, or as these two if too wide for one.
   */
  private RankedNode joined(int at, RankedNode left, RankedNode right) {
    if (left.width() + right.width() > WIDEST) {
      return replaced(at, 2, left, right);
    }
    RankedNode both =
        new RankedNode(
            spliced(left.values, left.width(), 0, right.values),
            spliced(left.trials, left.width(), 0, right.trials),
            spliced(left.children, left.children.length, 0, right.children));
    return replaced(at, 2, both);
  }

  /** How many keys are not after this one. */
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
        isLeaf() ? NO_CHILDREN : Arrays.copyOfRange(children, from, to));
  }

  private RankedNode replaced(int at, int removed, RankedNode... by) {
    double[] firstValues = new double[by.length];
    int[] firstTrials = new int[by.length];
    for (int i = 0; i < by.length; i++) {
      firstValues[i] = by[i].values[0];
      firstTrials[i] = by[i].trials[0];
    }
    return new RankedNode(
        spliced(values, at, removed, firstValues),
        spliced(trials, at, removed, firstTrials),
        spliced(children, at, removed, by));
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
