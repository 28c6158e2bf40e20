package io.flexhb.service;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * How long a failed stream thread waits before it is replaced: longer with each failure, short
 * again after a minute without failures. Thread-safe.
 */
final class RestartBackoff {

  private static final long FIRST_MS = 200;
  private static final long LONGEST_MS = 10_000;
  private static final Duration QUIET = Duration.ofMinutes(1);

  private final CountDownLatch stopping = new CountDownLatch(1);
  private long lastFailure = System.nanoTime() - QUIET.toNanos();
  private long pauseMs = FIRST_MS;

  /** Waits; returns at once when the tuner stops. */
  void pause() {
    try {
      stopping.await(next(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits; returns true when the tuner keeps running, and false at once when it stops. */
  boolean pause(Duration time) {
    try {
      return !stopping.await(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private synchronized long next() {
    long now = System.nanoTime();
    pauseMs = now - lastFailure > QUIET.toNanos() ? FIRST_MS : Math.min(LONGEST_MS, pauseMs * 2);
    lastFailure = now;
    return pauseMs;
  }

  /** Ends all waits. */
  void stop() {
    stopping.countDown();
  }
}
