package io.flexhb.core.study.state;

import java.util.Arrays;
import java.util.function.Function;

/**
 * Values of trials that were measured at both of two levels, for the {@value #WINDOW} newest such
 * trials (highest numbers); tau is computed from them. Immutable; versions share chunks.
 *
 * <p>Without this, decisions would collect them from all over the heap, trial by trial.
 */
public final class JointValues {

  /**
   * With this many, tau's standard error is 0.03, and the cost of opening a bracket stays the same
   * however long the study runs.
   */
  static final int WINDOW = 512;

  public static final JointValues NONE = new JointValues(new Chunk[0], 0);

  private static final int CHUNK = 32;

  /** Parallel arrays, ascending by trial, never empty, never changed. */
  private record Chunk(int[] trials, double[] low, double[] high) {

    public int size() {
      return trials.length;
    }

    Chunk part(int from, int to) {
      return new Chunk(
          Arrays.copyOfRange(trials, from, to),
          Arrays.copyOfRange(low, from, to),
          Arrays.copyOfRange(high, from, to));
    }

    /** A copy with these values inserted at {@code at}. */
    Chunk with(int at, int trial, double lowValue, double highValue) {
      int[] newTrials = new int[size() + 1];
      double[] newLow = new double[size() + 1];
      double[] newHigh = new double[size() + 1];
      System.arraycopy(trials, 0, newTrials, 0, at);
      System.arraycopy(low, 0, newLow, 0, at);
      System.arraycopy(high, 0, newHigh, 0, at);
      newTrials[at] = trial;
      newLow[at] = lowValue;
      newHigh[at] = highValue;
      System.arraycopy(trials, at, newTrials, at + 1, size() - at);
      System.arraycopy(low, at, newLow, at + 1, size() - at);
      System.arraycopy(high, at, newHigh, at + 1, size() - at);
      return new Chunk(newTrials, newLow, newHigh);
    }
  }

  /** Ascending by trial. */
  private final Chunk[] chunks;

  /** Number of values: at least the newest that count; the oldest chunk may hold a few more. */
  private final int size;

  private JointValues(Chunk[] chunks, int size) {
    this.chunks = chunks;
    this.size = size;
  }

  /** Number of trials that count: all, up to the size of the window. */
  public int size() {
    return Math.min(size, WINDOW);
  }

  /** Adds a trial; the same instance when it is already there. */
  JointValues with(int trial, double low, double high) {
    if (size == 0) {
      return new JointValues(new Chunk[] {chunk(trial, low, high)}, 1);
    }
    int c = chunks.length - 1;
    while (c > 0 && chunks[c].trials[0] > trial) {
      c--;
    }
    int found = Arrays.binarySearch(chunks[c].trials, trial);
    if (found >= 0) {
      return this;
    }
    int at = -found - 1;
    if (chunks[c].size() < CHUNK) {
      Chunk[] changed = chunks.clone();
      changed[c] = chunks[c].with(at, trial, low, high);
      return new JointValues(changed, size + 1).withoutOldest();
    }
    return split(c, at, trial, low, high).withoutOldest();
  }

  private static Chunk chunk(int trial, double low, double high) {
    return new Chunk(new int[] {trial}, new double[] {low}, new double[] {high});
  }

  /** Two chunks in place of a full one. */
  private JointValues split(int c, int at, int trial, double low, double high) {
    Chunk full = chunks[c];
    // Trials mostly arrive in order: then the full chunk stays as it is.
    int middle = c == chunks.length - 1 && at == CHUNK ? CHUNK : CHUNK / 2;
    Chunk left = middle == CHUNK ? full : full.part(0, middle);
    Chunk right = full.part(middle, CHUNK);
    Chunk[] more = new Chunk[chunks.length + 1];
    System.arraycopy(chunks, 0, more, 0, c);
    System.arraycopy(chunks, c + 1, more, c + 2, chunks.length - c - 1);
    more[c] = at > middle || middle == CHUNK ? left : left.with(at, trial, low, high);
    more[c + 1] =
        at > middle || middle == CHUNK ? right.with(at - middle, trial, low, high) : right;
    return new JointValues(more, size + 1);
  }

  /** Removes the oldest chunk if the window is full without it. */
  private JointValues withoutOldest() {
    int rest = size - chunks[0].size();
    return rest < WINDOW
        ? this
        : new JointValues(Arrays.copyOfRange(chunks, 1, chunks.length), rest);
  }

  /** Values at the lower level, by trial. */
  public double[] low() {
    return newest(Chunk::low);
  }

  /** Values at the higher level, of the same trials. */
  public double[] high() {
    return newest(Chunk::high);
  }

  private double[] newest(Function<Chunk, double[]> values) {
    double[] newest = new double[size()];
    int end = newest.length;
    for (int c = chunks.length - 1; end > 0; c--) {
      double[] some = values.apply(chunks[c]);
      int count = Math.min(end, some.length);
      end -= count;
      System.arraycopy(some, some.length - count, newest, end, count);
    }
    return newest;
  }

  private int[] trials() {
    return Arrays.stream(chunks)
        .flatMapToInt(chunk -> Arrays.stream(chunk.trials))
        .skip(size - size())
        .toArray();
  }

  /** Compares only the values that count: their chunks depend on the order of arrival. */
  @Override
  public boolean equals(Object other) {
    return other instanceof JointValues that
        && Arrays.equals(trials(), that.trials())
        && Arrays.equals(low(), that.low())
        && Arrays.equals(high(), that.high());
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(trials()) + Arrays.hashCode(low()) + Arrays.hashCode(high());
  }

  @Override
  public String toString() {
    return "JointValues[" + size() + "]";
  }
}
