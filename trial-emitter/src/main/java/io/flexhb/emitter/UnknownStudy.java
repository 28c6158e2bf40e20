package io.flexhb.emitter;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Logs that a slot waits for a study that the tuner does not know: after half a minute, then at
 * growing intervals. Its name may be misspelled. Not thread-safe.
 */
final class UnknownStudy {

  private static final long FIRST_MILLIS = 30_000;
  private static final long LONGEST_MILLIS = 3_600_000;

  private final String study;
  private final Optional<Duration> timeout;
  private final Consumer<String> log;
  private boolean unknown;
  private long since;
  private long pause;
  private long next;

  /**
   * @param timeout after which the slot stops waiting; empty = never
   * @param log takes the lines
   */
  UnknownStudy(String study, Optional<Duration> timeout, Consumer<String> log) {
    this.study = study;
    this.timeout = timeout;
    this.log = log;
  }

  /** Checks the time; returns whether to stop waiting. */
  boolean isGivenUp(boolean isUnknown, long now) {
    if (!isUnknown) {
      unknown = false;
      return false;
    }
    if (!unknown) {
      unknown = true;
      since = now;
      pause = FIRST_MILLIS;
      next = now + pause;
    }
    if (now >= next) {
      log.accept(text(now));
      pause = Math.min(2 * pause, LONGEST_MILLIS);
      next = now + pause;
    }
    return timeout.filter(most -> now - since >= most.toMillis()).isPresent();
  }

  String text(long now) {
    return "study "
        + study
        + " has been unknown to the tuner for "
        + (now - since) / 1000
        + " s: check its name ('flexhb study list'), or create it ('flexhb study apply')";
  }
}
