package io.flexhb.core.study;

import io.flexhb.core.spec.Limits;

/**
 * Resource units granted and promised.
 *
 * @param spent granted so far, less what lost attempts did not use
 * @param reserved promised: free slots of open first rungs, and trials that wait for a grant
 */
public record Budget(long spent, long reserved) {

  static final Budget NONE = new Budget(0, 0);

  Budget reserve(long units) {
    return new Budget(spent, reserved + units);
  }

  /** A promise of {@code promised} units becomes a grant of {@code granted}. */
  Budget grant(long promised, long granted) {
    return new Budget(spent + granted, reserved - promised);
  }

  Budget refund(long units) {
    return new Budget(spent - units, reserved);
  }

  /** What may still be promised; the largest long without a limit. */
  long remaining(Limits limits) {
    return limits.budget().isPresent()
        ? limits.budget().getAsLong() - spent - reserved
        : Long.MAX_VALUE;
  }
}
