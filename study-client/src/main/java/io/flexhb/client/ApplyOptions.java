package io.flexhb.client;

import java.time.Duration;

/**
 * How a definition is applied.
 *
 * @param makeNew whether a new study may be created under the name of a deleted one
 * @param timeout how long to wait for the tuner's answer; zero = not at all
 */
public record ApplyOptions(boolean makeNew, Duration timeout) {

  /** Waits ten seconds; the name of a deleted study stays reserved. */
  public static ApplyOptions defaults() {
    return new ApplyOptions(false, Duration.ofSeconds(10));
  }

  /** A copy that allows or forbids a new study under the name of a deleted one. */
  public ApplyOptions withMakeNew(boolean allowed) {
    return new ApplyOptions(allowed, timeout);
  }

  /** A copy with another timeout. */
  public ApplyOptions withTimeout(Duration time) {
    return new ApplyOptions(makeNew, time);
  }
}
