package io.flexhb.core.schedule;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * An immutable set of ranked trials, best first. Versions share structure: adding and removing take
 * time logarithmic in the size, reading from the best on costs only what is read.
 *
 * <p>A weight-balanced tree (Adams 1993, with the balance of Hirai and Yamamoto 2011). Its nodes
 * hold numbers, not objects, because pools of a hundred thousand trials are mostly cache misses.
 */
public final class RankedSet implements Iterable<Ranked> {
  private static final int DELTA = 3;
  private static final int RATIO = 2;
  private static final Node NONE = new Node();

  /** The set without a trial. */
  public static final RankedSet EMPTY = new RankedSet(NONE);

  private static final class Node {
    final double value;
    final int trial;
    final int size;
    final Node left;
    final Node right;

    /** The leaf under all leaves. */
    Node() {
      value = Double.NaN;
      trial = -1;
      size = 0;
      left = this;
      right = this;
    }

    Node(double value, int trial, Node left, Node right) {
      this.value = value;
      this.trial = trial;
      this.left = left;
      this.right = right;
      this.size = left.size + right.size + 1;
    }

    Node with(Node newLeft, Node newRight) {
      return new Node(value, trial, newLeft, newRight);
    }

    Ranked ranked() {
      return new Ranked(value, trial);
    }
  }

  private final Node root;

  private RankedSet(Node root) {
    this.root = root;
  }

  public int size() {
    return root.size;
  }

  public boolean isEmpty() {
    return root.size == 0;
  }

  /** The set with this trial too. */
  public RankedSet with(Ranked added) {
    return new RankedSet(insert(root, added));
  }

  /** The set without this trial; the same set when it was not there. */
  public RankedSet without(Ranked removed) {
    return contains(removed) ? new RankedSet(delete(root, removed)) : this;
  }

  public boolean contains(Ranked ranked) {
    Node node = root;
    while (node != NONE) {
      int order = compare(ranked, node);
      if (order == 0) {
        return true;
      }
      node = order < 0 ? node.left : node.right;
    }
    return false;
  }

  /** Place in the order, from 1: one more than the number of those that come before it. */
  public int rankOf(Ranked ranked) {
    int before = 0;
    Node node = root;
    while (node != NONE) {
      if (compare(ranked, node) > 0) {
        before += node.left.size + 1;
        node = node.right;
      } else {
        node = node.left;
      }
    }
    return before + 1;
  }

  /**
   * The one at a place in the order, from 1.
   *
   * @throws NoSuchElementException when there are fewer
   */
  public Ranked atRank(int rank) {
    int before = rank - 1;
    Node node = root;
    while (node != NONE) {
      if (before < node.left.size) {
        node = node.left;
      } else if (before == node.left.size) {
        return node.ranked();
      } else {
        before -= node.left.size + 1;
        node = node.right;
      }
    }
    throw new NoSuchElementException("no rank " + rank + " among " + size());
  }

  /**
   * The worst.
   *
   * @throws NoSuchElementException when there is none
   */
  public Ranked last() {
    if (isEmpty()) {
      throw new NoSuchElementException();
    }
    return max(root).ranked();
  }

  /** From the best on. */
  @Override
  public Iterator<Ranked> iterator() {
    Deque<Node> path = new ArrayDeque<>();
    descend(path, root);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return !path.isEmpty();
      }

      @Override
      public Ranked next() {
        Node node = path.pop();
        descend(path, node.right);
        return node.ranked();
      }
    };
  }

  private static void descend(Deque<Node> path, Node from) {
    for (Node node = from; node != NONE; node = node.left) {
      path.push(node);
    }
  }

  private static int compare(Ranked ranked, Node node) {
    int byValue = Double.compare(ranked.value(), node.value);
    return byValue != 0 ? byValue : Integer.compare(ranked.trial(), node.trial);
  }

  private static Node insert(Node node, Ranked added) {
    if (node == NONE) {
      return new Node(added.value(), added.trial(), NONE, NONE);
    }
    int order = compare(added, node);
    if (order == 0) {
      return node;
    }
    return order < 0
        ? balanced(node, insert(node.left, added), node.right)
        : balanced(node, node.left, insert(node.right, added));
  }

  private static Node delete(Node node, Ranked removed) {
    int order = compare(removed, node);
    if (order == 0) {
      return join(node.left, node.right);
    }
    return order < 0
        ? balanced(node, delete(node.left, removed), node.right)
        : balanced(node, node.left, delete(node.right, removed));
  }

  private static Node join(Node left, Node right) {
    if (left == NONE) {
      return right;
    }
    if (right == NONE) {
      return left;
    }
    return left.size > right.size
        ? balanced(max(left), withoutMax(left), right)
        : balanced(min(right), left, withoutMin(right));
  }

  private static Node min(Node node) {
    return node.left == NONE ? node : min(node.left);
  }

  private static Node max(Node node) {
    return node.right == NONE ? node : max(node.right);
  }

  private static Node withoutMin(Node node) {
    return node.left == NONE ? node.right : balanced(node, withoutMin(node.left), node.right);
  }

  private static Node withoutMax(Node node) {
    return node.right == NONE ? node.left : balanced(node, node.left, withoutMax(node.right));
  }

  /** The node over subtrees of which one grew or shrank by one. */
  private static Node balanced(Node node, Node left, Node right) {
    if (left.size + right.size > 1) {
      if (right.size > DELTA * left.size) {
        Node inner = right.left;
        return inner.size < RATIO * right.right.size
            ? right.with(node.with(left, inner), right.right)
            : inner.with(node.with(left, inner.left), right.with(inner.right, right.right));
      }
      if (left.size > DELTA * right.size) {
        Node inner = left.right;
        return inner.size < RATIO * left.left.size
            ? left.with(left.left, node.with(inner, right))
            : inner.with(left.with(left.left, inner.left), node.with(inner.right, right));
      }
    }
    return node.with(left, right);
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

  /** The best few, for people. */
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
