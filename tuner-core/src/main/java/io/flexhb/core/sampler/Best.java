package io.flexhb.core.sampler;

import java.util.Arrays;

/**
 * The best of some points.
 *
 * @param index their indices, best first, equal ones by index
 * @param score of each of these
 */
record Best(int[] index, double[] score) {

  /** The {@code count} best by a score, or all when there are fewer. */
  static Best of(double[] score, int count) {
    int[] index = new int[Math.min(count, score.length)];
    DescendingOrder descending = new DescendingOrder(score);
    Arrays.setAll(index, k -> descending.nextInt());
    return new Best(index, Arrays.stream(index).mapToDouble(i -> score[i]).toArray());
  }
}
