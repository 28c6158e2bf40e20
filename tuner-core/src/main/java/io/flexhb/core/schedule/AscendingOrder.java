package io.flexhb.core.schedule;

/**
 * The order of some numbers, almost without comparing: a radix sort by the {@value #PASSES} bytes
 * in which they first differ, then an insertion sort, which finds next to nothing left to do.
 * Comparing random numbers costs a mispredicted branch each time.
 */
final class AscendingOrder {
  private static final int PASSES = 4;
  private static final int DIGITS = 1 << Byte.SIZE;

  private AscendingOrder() {}

  /** Indices of the values, that of the smallest first; the two zeros are equal. */
  static int[] of(double[] values) {
    long[] keys = new long[values.length];
    int[] order = new int[values.length];
    long differing = 0;
    for (int i = 0; i < values.length; i++) {
      keys[i] = key(values[i]);
      order[i] = i;
      differing |= keys[i] ^ keys[0];
    }
    int lowestBit =
        Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(differing) - PASSES * Byte.SIZE);
    int[] spare = new int[values.length];
    for (int pass = 0; pass < PASSES; pass++) {
      int shift = lowestBit + pass * Byte.SIZE;
      if (shift < Long.SIZE && (differing >>> shift & DIGITS - 1) != 0) {
        sortByDigit(keys, shift, order, spare);
        int[] sorted = spare;
        spare = order;
        order = sorted;
      }
    }
    insertionSort(keys, order);
    return order;
  }

  /** A number whose signed order is that of the doubles. */
  private static long key(double value) {
    long bits = Double.doubleToLongBits(value + 0.0); // -0.0 + 0.0 is 0.0
    return bits ^ (bits >> Long.SIZE - 1 & Long.MAX_VALUE);
  }

  /** Stable. */
  private static void sortByDigit(long[] keys, int shift, int[] from, int[] to) {
    int[] next = new int[DIGITS + 1];
    for (long key : keys) {
      next[digit(key, shift) + 1]++;
    }
    for (int digit = 1; digit < DIGITS; digit++) {
      next[digit] += next[digit - 1];
    }
    for (int index : from) {
      to[next[digit(keys[index], shift)]++] = index;
    }
  }

  /** The sign bit is turned: an unsigned digit of a signed number. */
  private static int digit(long key, int shift) {
    return (int) ((key ^ Long.MIN_VALUE) >>> shift) & DIGITS - 1;
  }

  private static void insertionSort(long[] keys, int[] order) {
    for (int i = 1; i < order.length; i++) {
      int index = order[i];
      int at = i;
      while (at > 0 && keys[order[at - 1]] > keys[index]) {
        order[at] = order[at - 1];
        at--;
      }
      order[at] = index;
    }
  }
}
