package io.flexhb.standalone.architecture.broken.core;

import io.flexhb.standalone.architecture.Breaks;
import java.time.Instant;

@Breaks("core and simulator read no clock")
public final class ReadsTheCalendar {
  Instant now() {
    return Instant.now();
  }
}
