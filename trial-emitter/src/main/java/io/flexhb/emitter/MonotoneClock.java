package io.flexhb.emitter;

import java.util.function.LongSupplier;

/**
 * Milliseconds since 1970, anchored at creation and never going back: a step of the system clock
 * neither stops heartbeats nor decreases ask sequence numbers.
 */
public final class MonotoneClock implements LongSupplier {

  private final long anchorMillis = System.currentTimeMillis();
  private final long anchorNanos = System.nanoTime();

  @Override
  public long getAsLong() {
    return anchorMillis + (System.nanoTime() - anchorNanos) / 1_000_000;
  }
}
