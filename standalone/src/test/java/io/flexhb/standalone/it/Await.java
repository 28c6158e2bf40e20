package io.flexhb.standalone.it;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Waits for what other threads and processes bring about. */
public final class Await {

  /** For anything that happens soon on an idle machine; builds run on busy ones. */
  public static final Duration LONG = Duration.ofSeconds(120);

  private static final Duration POLL = Duration.ofMillis(10);

  private Await() {}

  /**
   * Returns once the condition holds.
   *
   * @param what is awaited, and how things stand, for the failure
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

  /** Lets time pass where its passing is what the test is about. */
  public static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", interrupted);
    }
  }
}
