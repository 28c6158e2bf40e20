package io.flexhb.emitter;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Sequence numbers for the asks of a worker. They increase by counting within the process and by
 * the clock across restarts, so that a reopened slot never repeats an ask of its predecessor.
 */
public final class AskSequence {

  private final LongSupplier clock;
  private final AtomicLong last = new AtomicLong();

  /**
   * @param clock milliseconds since 1970
   */
  public AskSequence(LongSupplier clock) {
    this.clock = clock;
  }

  /** A number higher than any before. */
  public long next() {
    return last.updateAndGet(before -> Math.max(before + 1, clock.getAsLong()));
  }
}
