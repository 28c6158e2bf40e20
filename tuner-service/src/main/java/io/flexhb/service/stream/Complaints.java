package io.flexhb.service.stream;

import io.flexhb.core.study.Rejection;
import io.flexhb.service.codec.Origin;
import java.util.EnumMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the log of records without effect. Each is counted; the log hears one of each kind every
 * ten seconds and how many there were, since a faulty worker repeats itself.
 */
final class Complaints {

  private static final Logger LOG = LoggerFactory.getLogger(Complaints.class);
  private static final long QUIET_MILLIS = 10_000;

  private static final class Kind {
    private long quietUntil = Long.MIN_VALUE;
    private long untold;
  }

  private final Map<Rejection.Kind, Kind> kinds = new EnumMap<>(Rejection.Kind.class);

  void rejected(Rejection rejection, String study, Origin origin, long now) {
    if (rejection.kind() == Rejection.Kind.DUPLICATE) {
      LOG.debug("Study {}: {} ({})", study, rejection.message(), origin);
      return;
    }
    Kind kind = kinds.computeIfAbsent(rejection.kind(), k -> new Kind());
    if (now < kind.quietUntil) {
      kind.untold++;
      return;
    }
    LOG.warn(
        "Study {}: no effect ({}): {} ({}; {} more of this kind since the last such line)",
        study,
        rejection.kind(),
        rejection.message(),
        origin,
        kind.untold);
    kind.quietUntil = now + QUIET_MILLIS;
    kind.untold = 0;
  }
}
