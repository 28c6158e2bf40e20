package io.flexhb.standalone.architecture.broken.core;

import io.flexhb.standalone.architecture.Breaks;
import java.time.Clock;

@Breaks("core and simulator read no clock")
public final class HoldsAClock {
  Clock clock = Clock.systemUTC();
}
