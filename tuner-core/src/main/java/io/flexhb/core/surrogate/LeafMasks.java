package io.flexhb.core.surrogate;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Finds the leaves of a point in all trees of a forest without walking them, after QuickScorer
 * (Lucchese et al. 2015).
 *
 * <p>The thresholds of a column cut it into intervals. For each interval a row of bits says which
 * leaves a point in it can still end in: all but those under the true child of a test that it
 * fails. Of the leaves that the rows of all of a point's columns leave, the leftmost one of each
 * tree is its own. No branch is hard to foresee, and a neighbour in one column costs one more row.
 */
final class LeafMasks {
  /** With more words of bits walking is as fast: beyond some 300 points in ten columns. */
  private static final int MAX_WORDS = 1 << 14;

  /** The row that rules nothing out. */
  private static final int ANY = 0; // so it begins at 0, too

  /** So many words are taken at a time. */
  private static final int STRIDE = 4;

  private final int[] columns; // those that a node looks at, ascending
  private final IntervalIndex[] cuts; // of each of these
  private final int[] firstRow; // of each of these
  private final int[] firstWord; // of each tree; and the number of words of all trees
  private final int width; // of a row in words
  private final long[] rows;
  private final double[] mean; // by the leaf's bit in a row
  private final double[] variance;

  private LeafMasks(FlatTrees trees, int[] columns, IntervalIndex[] cuts, int[] firstWord) {
    this.columns = columns;
    this.cuts = cuts;
    this.firstWord = firstWord;
    this.width = width(firstWord);
    this.firstRow = new int[columns.length];
    int count = ANY + 1;
    for (int k = 0; k < columns.length; k++) {
      firstRow[k] = count;
      count += cuts[k].intervals();
    }
    this.rows = new long[count * width];
    this.mean = new double[width * Long.SIZE];
    this.variance = new double[width * Long.SIZE];
    Arrays.fill(rows, -1);
    boolean[] ordered = new boolean[columns.length];
    for (int t = 0; t < trees.count(); t++) {
      fill(trees, t, ordered);
    }
    for (int k = 0; k < columns.length; k++) {
      if (ordered[k]) {
        carryOver(k);
      }
    }
  }

  /** The masks of these trees, unless they are too large to be of use. */
  static Optional<LeafMasks> of(FlatTrees trees) {
    double[][] tests = tests(trees);
    int[] columns = IntStream.range(0, tests.length).filter(c -> tests[c].length > 0).toArray();
    IntervalIndex[] cuts = new IntervalIndex[columns.length];
    long intervals = 0;
    for (int k = 0; k < cuts.length; k++) {
      cuts[k] = new IntervalIndex(tests[columns[k]]);
      intervals += cuts[k].intervals();
    }
    int[] firstWord = new int[trees.count() + 1];
    for (int t = 0; t < trees.count(); t++) {
      int leaves = (trees.root(t + 1) - trees.root(t) + 1) / 2; // of a binary tree
      firstWord[t + 1] = firstWord[t] + (leaves + Long.SIZE - 1) / Long.SIZE;
    }
    return intervals * width(firstWord) > MAX_WORDS
        ? Optional.empty()
        : Optional.of(new LeafMasks(trees, columns, cuts, firstWord));
  }

  private static int width(int[] firstWord) {
    return (firstWord[firstWord.length - 1] + STRIDE - 1) / STRIDE * STRIDE;
  }

  /** For each column the numbers that tests tell apart; a category is cut out on both sides. */
  private static double[][] tests(FlatTrees trees) {
    double[][] tests = new double[trees.columns()][0];
    int[] count = new int[tests.length];
    for (int node = 0; node < trees.root(trees.count()); node++) {
      if (!trees.isLeaf(node)) {
        int c = trees.column(node);
        if (count[c] + 2 > tests[c].length) {
          tests[c] = Arrays.copyOf(tests[c], 2 * count[c] + 16);
        }
        tests[c][count[c]++] = trees.value(node);
        if (trees.isNominal(node)) {
          tests[c][count[c]++] = trees.value(node) - 1;
        }
      }
    }
    for (int c = 0; c < tests.length; c++) {
      tests[c] = Arrays.copyOf(tests[c], count[c]);
    }
    return tests;
  }

  /** Notes what a tree rules out; of numbers first only in the interval after the threshold. */
  private void fill(FlatTrees trees, int tree, boolean[] ordered) {
    int root = trees.root(tree);
    int[] bit = new int[trees.root(tree + 1) - root]; // of the leftmost leaf under each node
    int next = firstWord[tree] * Long.SIZE;
    for (int node = root; node < trees.root(tree + 1); node++) {
      bit[node - root] = next;
      if (trees.isLeaf(node)) {
        mean[next] = trees.value(node);
        variance[next++] = trees.leafVariance(node);
      }
    }
    for (int node = root; node < trees.root(tree + 1); node++) {
      if (!trees.isLeaf(node)) {
        int k = Arrays.binarySearch(columns, trees.column(node));
        int passed = cuts[k].of(trees.value(node));
        int to = bit[trees.falseChild(node) - root];
        ordered[k] = !trees.isNominal(node);
        int first = ordered[k] ? passed + 1 : 0;
        int last = ordered[k] ? passed + 1 : cuts[k].intervals() - 1;
        for (int i = first; i <= last; i++) {
          if (i != passed) {
            ruleOut(firstRow[k] + i, bit[node - root], to);
          }
        }
      }
    }
  }

  /** What an interval rules out, those above it do too. */
  private void carryOver(int k) {
    int end = (firstRow[k] + cuts[k].intervals()) * width;
    for (int at = (firstRow[k] + 1) * width; at < end; at++) {
      rows[at] &= rows[at - width];
    }
  }

  /** Clears the bits {@code from} to {@code to - 1} of a row. */
  private void ruleOut(int row, int from, int to) {
    int first = from / Long.SIZE;
    int last = (to - 1) / Long.SIZE;
    for (int w = first; w <= last; w++) {
      long kept = 0;
      kept |= w == first ? ~(-1L << from) : 0; // shifts count modulo 64
      kept |= w == last ? ~(-1L >>> -to) : 0;
      rows[row * width + w] &= kept;
    }
  }

  /** As {@link FlatTrees#sums}. Points that differ from the first in one column are cheapest. */
  void sums(double[][] x, double[] sum, double[] squares, double[] within) {
    if (x.length == 0) {
      return;
    }
    double[] centre = x[0];
    int[] first = new int[columns.length]; // where the rows of the first point begin
    for (int k = 0; k < columns.length; k++) {
      first[k] = row(k, centre);
    }
    int[] own = new int[columns.length];
    long[] left = new long[width];
    long[][] leftByOthers = new long[columns.length][]; // by all columns of the first but this
    for (int i = 0; i < x.length; i++) {
      int differing = 0;
      int last = 0;
      double[] point = x[i];
      for (int k = 0; k < columns.length; k++) {
        own[k] = first[k];
        if (point[columns[k]] != centre[columns[k]]) {
          own[k] = row(k, point);
          differing++;
          last = k;
        }
      }
      if (differing == 1) {
        if (leftByOthers[last] == null) {
          int[] others = first.clone();
          others[last] = ANY;
          leftByOthers[last] = new long[width];
          intersect(others, leftByOthers[last]);
        }
        add(leftByOthers[last], own[last], i, sum, squares, within);
      } else {
        intersect(own, left);
        add(left, ANY, i, sum, squares, within);
      }
    }
  }

  private int row(int k, double[] x) {
    return (firstRow[k] + cuts[k].of(x[columns[k]])) * width;
  }

  /** The leaves that none of these rows rules out. */
  private void intersect(int[] own, long[] into) {
    for (int w = 0; w < width; w += STRIDE) {
      long a = -1;
      long b = -1;
      long c = -1;
      long d = -1;
      for (int from : own) {
        a &= rows[from + w];
        b &= rows[from + w + 1];
        c &= rows[from + w + 2];
        d &= rows[from + w + 3];
      }
      into[w] = a;
      into[w + 1] = b;
      into[w + 2] = c;
      into[w + 3] = d;
    }
  }

  /** Adds up over the trees what point i finds in its leaf, the leftmost of those left. */
  private void add(long[] left, int row, int i, double[] sum, double[] squares, double[] within) {
    double s = 0;
    double q = 0;
    double v = 0;
    for (int t = 0; t < firstWord.length - 1; t++) {
      int w = firstWord[t];
      long bits = left[w] & rows[row + w];
      while (bits == 0) {
        w++;
        bits = left[w] & rows[row + w];
      }
      int leaf = w * Long.SIZE + Long.numberOfTrailingZeros(bits);
      s += mean[leaf];
      q += mean[leaf] * mean[leaf];
      v += variance[leaf];
    }
    sum[i] = s;
    squares[i] = q;
    within[i] = v;
  }
}
