package io.flexhb.core.fidelity;

import java.util.Arrays;

/**
 * What was measured at one level; immutable, in order of trial number.
 *
 * <p>Arrays handed out are the internal ones, for speed: read, never write.
 */
public final class LevelData {
  private final long level;
  private final long[] trials;
  private final double[][] x;
  private final double[] y;
  private final double[][] failedX;
  private final long version;

  LevelData(long level, long[] trials, double[][] x, double[] y, double[][] failedX, long version) {
    this.level = level;
    this.trials = trials;
    this.x = x;
    this.y = y;
    this.failedX = failedX;
    this.version = version;
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

  /** Position of a trial in the arrays, negative when it has no value here. */
  public int indexOf(long trial) {
    return Arrays.binarySearch(trials, trial);
  }
}
