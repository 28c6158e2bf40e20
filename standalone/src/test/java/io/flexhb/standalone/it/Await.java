package io.flexhb.standalone.it;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Waits for the effects of other threads and processes. */
public final class Await {

  /** Long enough for a busy machine, although the events come soon on an idle one. */
  public static final Duration LONG = Duration.ofSeconds(120);

  private static final Duration POLL = Duration.ofMillis(10);

  private Await() {}

  /**
   * Returns once the condition holds.
   *
   * @param what is awaited and the current state, for the failure message
   */
  public static void until(Supplier<String> what, BooleanSupplier condition) {
    until(what, LONG, condition);
  }

  /** As {@link #until(Supplier, BooleanSupplier)}, with another limit. */
  public static void until(Supplier<String> what, Duration limit, BooleanSupplier condition) {
    try {
      // In this thread: a condition may read from a consumer.
      Awaitility.await()
          .pollInSameThread()
          .pollDelay(Duration.ZERO)
          .pollInterval(POLL)
          .atMost(limit)
          .until(condition::getAsBoolean);
    } catch (ConditionTimeoutException late) {
      throw new AssertionError("after " + limit.toSeconds() + " s: " + what.get(), late);
    }
  }

  /** Pauses, for tests that are about the passing of time. */
  public static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", interrupted);
    }
  }
}
