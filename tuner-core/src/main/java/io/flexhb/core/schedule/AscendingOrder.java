package io.flexhb.core.schedule;

/**
 * Sorts numbers with few comparisons: a radix sort by two digits, starting at the first bit in
 * which the numbers differ, then an insertion sort with almost no work left. Comparing random
 * numbers would cost a mispredicted branch each time.
 */
final class AscendingOrder {
  private static final int DIGIT_BITS = 10;
  private static final int DIGITS = 1 << DIGIT_BITS;

  private AscendingOrder() {}

  /** Indices of the values in ascending order; the two zeros are equal. */
  static int[] of(double[] values) {
    long[] keys = new long[values.length];
    long differing = 0;
    for (int i = 0; i < values.length; i++) {
      keys[i] = key(values[i]);
      differing |= keys[i] ^ keys[0];
    }
    int highestBit = Long.SIZE - Long.numberOfLeadingZeros(differing);
    int shift = Math.max(0, highestBit - 2 * DIGIT_BITS);
    int[] order = sortedByTwoDigits(keys, shift);
    insertionSort(keys, order);
    return order;
  }

  /** A number whose signed order is that of the doubles. */
  private static long key(double value) {
    long bits = Double.doubleToLongBits(value + 0.0); // -0.0 + 0.0 is 0.0
    return bits ^ (bits >> Long.SIZE - 1 & Long.MAX_VALUE);
  }

  private static int[] sortedByTwoDigits(long[] keys, int shift) {
    int[] nextByLow = new int[DIGITS + 1];
    int[] nextByHigh = new int[DIGITS + 1];
    for (long key : keys) {
      nextByLow[digit(key, shift) + 1]++;
      nextByHigh[digit(key, shift + DIGIT_BITS) + 1]++;
    }
    for (int digit = 1; digit < DIGITS; digit++) {
      nextByLow[digit] += nextByLow[digit - 1];
      nextByHigh[digit] += nextByHigh[digit - 1];
    }
    int[] byLow = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      byLow[nextByLow[digit(keys[i], shift)]++] = i;
    }
    int[] byBoth = new int[keys.length];
    for (int i : byLow) {
      byBoth[nextByHigh[digit(keys[i], shift + DIGIT_BITS)]++] = i;
    }
    return byBoth;
  }

  /** Unsigned digit of a signed number: its sign bit is flipped. */
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
