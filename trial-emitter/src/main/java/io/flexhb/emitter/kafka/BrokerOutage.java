package io.flexhb.emitter.kafka;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;

/** Logs an outage that is waited out: one line when it begins, one when it ends. Thread-safe. */
final class BrokerOutage {

  private final Logger log;
  private final String what;
  private final AtomicBoolean lasting = new AtomicBoolean();

  BrokerOutage(Logger log, String what) {
    this.log = log;
    this.what = what;
  }

  /** The outage begins, or continues. */
  void begin(String cause) {
    if (lasting.compareAndSet(false, true)) {
      log.warn("{}: {}. Retrying; training continues meanwhile", what, cause);
    }
  }

  /** The outage is over, or there was none. */
  void end() {
    if (lasting.get() && lasting.compareAndSet(true, false)) {
      log.info("{}: works again", what);
    }
  }
}
