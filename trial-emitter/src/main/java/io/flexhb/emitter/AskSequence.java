package io.flexhb.emitter;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Numbers for the asks of a worker: they rise within the process by counting and over its restarts
 * by the clock, so that a slot opened again never repeats an ask of its predecessor.
 */
public final class AskSequence {

  private final LongSupplier clock;
  private final AtomicLong last = new AtomicLong();

  /** Milliseconds since 1970 come from that clock. */
  public AskSequence(LongSupplier clock) {
    this.clock = clock;
  }

  /** A number higher than any before. */
  public long next() {
    return last.updateAndGet(before -> Math.max(before + 1, clock.getAsLong()));
  }
}
