package io.flexhb.core.fidelity;

import java.util.Arrays;

/**
 * The measurements at one level; immutable, in order of trial number.
 *
 * <p>For speed, returned arrays are the internal ones: callers must not modify them.
 */
public final class LevelData {
  private final long level;
  private final long[] trials;
  private final double[][] x;
  private final double[] y;
  private final long[] failedTrials;
  private final double[][] failedX;
  private final long version;

  LevelData(
      long level,
      long[] trials,
      double[][] x,
      double[] y,
      long[] failedTrials,
      double[][] failedX) {
    this.level = level;
    this.trials = trials;
    this.x = x;
    this.y = y;
    this.failedTrials = failedTrials;
    this.failedX = failedX;
    this.version = fingerprint();
  }

  /** The resource. */
  public long level() {
    return level;
  }

  /** Number of measured values. */
  public int size() {
    return y.length;
  }

  /** Trial numbers, ascending; size() of them. */
  public long[] trials() {
    return trials;
  }

  /** Encoded configurations; size() x dimensions. */
  public double[][] x() {
    return x;
  }

  /** Minimised, finite values; size() of them. */
  public double[] y() {
    return y;
  }

  /** Encoded configurations of trials that failed at this level, in order of trial number. */
  public double[][] failedX() {
    return failedX;
  }

  /** A fingerprint of the content: equal data, equal version. */
  public long version() {
    return version;
  }

  /** Numbers of the trials that failed at this level, ascending. */
  public long[] failedTrials() {
    return failedTrials;
  }

  /** The data of trials with a number below this one. */
  LevelData trialsBelow(long number) {
    int measured = countBelow(trials, number);
    int failed = countBelow(failedTrials, number);
    if (measured == trials.length && failed == failedTrials.length) {
      return this;
    }
    return new LevelData(
        level,
        Arrays.copyOf(trials, measured),
        Arrays.copyOf(x, measured),
        Arrays.copyOf(y, measured),
        Arrays.copyOf(failedTrials, failed),
        Arrays.copyOf(failedX, failed));
  }

  /** Position of a trial in the arrays, negative when it has no value here. */
  public int indexOf(long trial) {
    return Arrays.binarySearch(trials, trial);
  }

  private static int countBelow(long[] ascending, long number) {
    int found = Arrays.binarySearch(ascending, number);
    return found >= 0 ? found : -found - 1;
  }

  private long fingerprint() {
    long hash = mix(level, trials.length);
    for (int i = 0; i < trials.length; i++) {
      hash = mix(mix(hash, trials[i]), Double.doubleToLongBits(y[i]));
      hash = mix(hash, x[i]);
    }
    for (int i = 0; i < failedTrials.length; i++) {
      hash = mix(mix(hash, failedTrials[i]), failedX[i]);
    }
    return hash;
  }

  private static long mix(long hash, double[] point) {
    long mixed = hash;
    for (double coordinate : point) {
      mixed = mix(mixed, Double.doubleToLongBits(coordinate));
    }
    return mixed;
  }

  private static long mix(long hash, long value) {
    long x = (hash ^ value) * 0x9E3779B97F4A7C15L;
    return x ^ (x >>> 32);
  }
}
