package io.flexhb.service.stream;

import io.flexhb.core.study.Rejection;
import io.flexhb.service.codec.Origin;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the log of records without effect and of poison. Each is counted; the log hears one of each
 * kind every ten seconds and how many there were, since a faulty worker repeats itself.
 */
final class Complaints {

  private static final Logger LOG = LoggerFactory.getLogger(Complaints.class);
  private static final long QUIET_MILLIS = 10_000;

  /** As much of a key as the log gets: ids are no longer. */
  private static final int KEY_BYTES = 100;

  private static final class Kind {
    private long quietUntil = Long.MIN_VALUE;
    private long untold;
  }

  private final Consumer<String> log;
  private final Map<Object, Kind> kinds = new HashMap<>();

  Complaints() {
    this(LOG::warn);
  }

  /**
   * @param log hears the lines
   */
  Complaints(Consumer<String> log) {
    this.log = log;
  }

  void rejected(Rejection rejection, String study, Origin origin, long now) {
    if (rejection.kind() == Rejection.Kind.DUPLICATE) {
      LOG.debug("Study {}: {} ({})", study, rejection.message(), origin);
      return;
    }
    tell(
        rejection.kind(),
        now,
        untold ->
            "Study %s: no effect (%s): %s (%s; %d more of this kind since the last such line)"
                .formatted(study, rejection.kind(), rejection.message(), origin, untold));
  }

  /** Of the poison of one topic; the DLQ has the reason of each. */
  void poison(byte[] key, Origin origin, String reason, long now) {
    tell(
        origin.topic(),
        now,
        untold ->
            "%s, key '%s', goes to the DLQ: %s (%d more of this topic since the last such line)"
                .formatted(origin, shown(key), reason, untold));
  }

  /** Of inputs that come again after they were used. */
  void repeated(Origin origin, long next, long now) {
    tell(
        List.of(origin.topic(), "repeated"),
        now,
        untold ->
            ("%s was used before and changes nothing (used up to offset %d; %d more of this topic"
                    + " since the last such line); the offsets of the tuner's group were deleted or"
                    + " set back")
                .formatted(origin, next, untold));
  }

  /**
   * @param line of how many before it the log did not hear
   */
  private void tell(Object of, long now, LongFunction<String> line) {
    Kind kind = kinds.computeIfAbsent(of, k -> new Kind());
    if (now < kind.quietUntil) {
      kind.untold++;
      return;
    }
    log.accept(line.apply(kind.untold));
    kind.quietUntil = now + QUIET_MILLIS;
    kind.untold = 0;
  }

  private static String shown(byte[] key) {
    return key == null
        ? ""
        : new String(key, 0, Math.min(key.length, KEY_BYTES), StandardCharsets.UTF_8);
  }
}
