package io.flexhb.client;

import java.time.Duration;

/**
 * How a definition is applied.
 *
 * @param makeNew whether a new study may be made under the name of one that was deleted
 * @param timeout how long to wait for the tuner's answer; zero = not at all
 */
public record ApplyOptions(boolean makeNew, Duration timeout) {

  /** Waits ten seconds; the name of a deleted study stays taken. */
  public static ApplyOptions defaults() {
    return new ApplyOptions(false, Duration.ofSeconds(10));
  }

  /** The same, with a new study under the name of one that was deleted. */
  public ApplyOptions withMakeNew(boolean allowed) {
    return new ApplyOptions(allowed, timeout);
  }

  /** The same, with another time to wait. */
  public ApplyOptions withTimeout(Duration time) {
    return new ApplyOptions(makeNew, time);
  }
}
