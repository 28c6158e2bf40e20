package io.flexhb.core.study.state;

import io.flexhb.core.spec.Limits;

/**
 * Resource units granted and promised.
 *
 * @param spent granted so far, minus what lost attempts did not use
 * @param reserved promised to free slots of open first rungs and to trials that wait for a grant
 * @param trained trained according to reports; limits nothing
 */
public record Budget(long spent, long reserved, long trained) {

  static final Budget NONE = new Budget(0, 0, 0);

  /**
   * Tolerated excess, as a fraction: reports further apart than rungs train more than is granted,
   * but not a quarter more.
   */
  private static final int TOLERATED = 4;

  Budget reserve(long units) {
    return new Budget(spent, reserved + units, trained);
  }

  /** A promise of {@code promised} units becomes a grant of {@code granted}. */
  Budget grant(long promised, long granted) {
    return new Budget(spent + granted, reserved - promised, trained);
  }

  Budget refund(long units) {
    return new Budget(spent - units, reserved, trained);
  }

  Budget train(long units) {
    return new Budget(spent, reserved, trained + units);
  }

  /**
   * Whether much more was trained than was granted: trainers that report less often than the
   * distance between rungs, or do not wait at their boundary.
   *
   * @param maxResource of the study: an excess of up to one full trial is ignored
   */
  public boolean isOvertrained(long maxResource) {
    return trained - spent > Math.max(maxResource, spent / TOLERATED);
  }

  /** What may still be promised; the largest long without a limit. */
  public long remaining(Limits limits) {
    return limits.budget().isPresent()
        ? limits.budget().getAsLong() - spent - reserved
        : Long.MAX_VALUE;
  }
}
