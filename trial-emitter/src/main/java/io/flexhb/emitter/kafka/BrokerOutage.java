package io.flexhb.emitter.kafka;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;

/** Trouble that is waited out: one line when it begins, one when it is over. Thread-safe. */
final class BrokerOutage {

  private final Logger log;
  private final String what;
  private final AtomicBoolean lasting = new AtomicBoolean();

  BrokerOutage(Logger log, String what) {
    this.log = log;
    this.what = what;
  }

  /** It is, or still is. */
  void begin(String cause) {
    if (lasting.compareAndSet(false, true)) {
      log.warn("{}: {}. Trying on; training goes on meanwhile", what, cause);
    }
  }

  /** It is over, or never was. */
  void end() {
    if (lasting.get() && lasting.compareAndSet(true, false)) {
      log.info("{}: works again", what);
    }
  }
}
