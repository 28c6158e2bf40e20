package io.flexhb.standalone.architecture.broken.core;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("core and simulator read no clock")
public final class ReadsTheClock {
  long now() {
    return System.nanoTime();
  }
}
