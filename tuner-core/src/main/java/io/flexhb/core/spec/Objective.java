package io.flexhb.core.spec;

import java.util.Objects;

/**
 * The objective of a study. Inside the engine every objective is minimized (docs/algorithms.md).
 *
 * @param lastValueStands whether a trainer that ends by itself has completed its trial; otherwise
 *     the trial has failed
 * @param strategy which of the values reported up to a level counts as the level's value
 */
public record Objective(
    String metric, Direction direction, boolean lastValueStands, Strategy strategy) {

  /** Which way is better. */
  public enum Direction {
    MINIMIZE,
    MAXIMIZE
  }

  /** An objective whose last value counts when a trainer ends by itself. */
  public Objective(String metric, Direction direction) {
    this(metric, direction, true);
  }

  /** An objective whose value at a level is the one reported there. */
  public Objective(String metric, Direction direction, boolean lastValueStands) {
    this(metric, direction, lastValueStands, Strategy.LAST);
  }

  public Objective {
    Objects.requireNonNull(metric);
    Objects.requireNonNull(direction);
    Objects.requireNonNull(strategy);
  }

  /** Whether larger is better to the user. */
  public boolean maximises() {
    return direction == Direction.MAXIMIZE;
  }

  /** The value as the engine ranks it: smaller is better. Its own inverse. */
  public double minimised(double raw) {
    // 0.0 - x instead of -x, so that 0 has one representation and maximise(f) equals minimise(-f).
    return direction == Direction.MINIMIZE ? raw + 0.0 : 0.0 - raw;
  }

  /** The value in the user's direction; inverse of {@link #minimised}. */
  public double raw(double minimised) {
    return minimised(minimised);
  }
}
