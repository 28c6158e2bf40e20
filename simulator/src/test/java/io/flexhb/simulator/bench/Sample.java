package io.flexhb.simulator.bench;

import java.util.Arrays;

/** Times in nanoseconds. */
final class Sample {
  private final long[] nanos;
  private int size;

  Sample(int capacity) {
    nanos = new long[capacity];
  }

  int size() {
    return size;
  }

  boolean isFull() {
    return size == nanos.length;
  }

  void add(long taken) {
    nanos[size++] = taken;
  }

  double mean() {
    return Arrays.stream(nanos, 0, size).average().orElse(0);
  }

  /** 0 of none. */
  long quantile(double share) {
    long[] sorted = Arrays.copyOf(nanos, size);
    Arrays.sort(sorted);
    return size == 0 ? 0 : sorted[(int) (share * (size - 1))];
  }
}
