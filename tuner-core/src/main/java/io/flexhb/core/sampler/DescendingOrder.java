package io.flexhb.core.sampler;

import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;

/**
 * The indices of scores by descending score, equal scores by index: a heap, because usually only
 * the first few are needed. Scores compare as {@link Double#compare} says.
 */
final class DescendingOrder implements PrimitiveIterator.OfInt {
  private final double[] score;
  private final int[] heap;
  private int size;

  DescendingOrder(double[] score) {
    this.score = score;
    this.heap = new int[score.length];
    this.size = score.length;
    for (int i = 0; i < size; i++) {
      heap[i] = i;
    }
    for (int k = size / 2 - 1; k >= 0; k--) {
      sink(k);
    }
  }

  @Override
  public boolean hasNext() {
    return size > 0;
  }

  @Override
  public int nextInt() {
    if (size == 0) {
      throw new NoSuchElementException();
    }
    int first = heap[0];
    heap[0] = heap[--size];
    sink(0);
    return first;
  }

  private void sink(int from) {
    int index = heap[from];
    int at = from;
    int child;
    while ((child = 2 * at + 1) < size) {
      if (child + 1 < size && precedes(heap[child + 1], heap[child])) {
        child++;
      }
      if (!precedes(heap[child], index)) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = index;
  }

  private boolean precedes(int a, int b) {
    int compared = Double.compare(score[a], score[b]);
    return compared > 0 || compared == 0 && a < b;
  }
}
