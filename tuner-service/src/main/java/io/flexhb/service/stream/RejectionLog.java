package io.flexhb.service.stream;

import io.flexhb.codec.Origin;
import io.flexhb.core.study.decision.Rejection;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs records that had no effect and records that go to the DLQ. A faulty worker repeats itself,
 * so the log gets one line of each kind in ten seconds, with the number of those left out. Metrics
 * count each.
 */
final class RejectionLog {

  private static final Logger LOG = LoggerFactory.getLogger(RejectionLog.class);
  private static final long QUIET_MILLIS = 10_000;

  /** As much of a key as the log gets: ids are no longer. */
  private static final int KEY_BYTES = 100;

  private static final class Kind {
    private long quietUntil = Long.MIN_VALUE;
    private long leftOut;
  }

  private final Consumer<String> lines;
  private final Map<Object, Kind> kinds = new HashMap<>();

  RejectionLog() {
    this(LOG::warn);
  }

  /**
   * @param lines takes the lines
   */
  RejectionLog(Consumer<String> lines) {
    this.lines = lines;
  }

  /** A record about a study had no effect. */
  void rejected(Rejection rejection, String study, Origin origin, long now) {
    if (rejection.kind() == Rejection.Kind.DUPLICATE) {
      LOG.debug("Study {}: {} ({})", study, rejection.message(), origin);
      return;
    }
    log(
        rejection.kind(),
        now,
        leftOut ->
            "Study %s: no effect (%s): %s (%s; %d more of this kind since the last such line)"
                .formatted(study, rejection.kind(), rejection.message(), origin, leftOut));
  }

  /** A record goes to the DLQ, where its reason stands; one kind for each topic. */
  void poison(byte[] key, Origin origin, String reason, long now) {
    log(
        origin.topic(),
        now,
        leftOut ->
            "%s, key '%s', goes to the DLQ: %s (%d more of this topic since the last such line)"
                .formatted(origin, shown(key), reason, leftOut));
  }

  /** An input came again after it was used. */
  void repeated(Origin origin, long next, long now) {
    log(
        List.of(origin.topic(), "repeated"),
        now,
        leftOut ->
            ("%s was used before and changes nothing (used up to offset %d; %d more of this topic"
                    + " since the last such line); the offsets of the tuner's group were deleted or"
                    + " set back")
                .formatted(origin, next, leftOut));
  }

  /**
   * @param line made from the number of lines left out before it
   */
  private void log(Object of, long now, LongFunction<String> line) {
    Kind kind = kinds.computeIfAbsent(of, k -> new Kind());
    if (now < kind.quietUntil) {
      kind.leftOut++;
      return;
    }
    lines.accept(line.apply(kind.leftOut));
    kind.quietUntil = now + QUIET_MILLIS;
    kind.leftOut = 0;
  }

  private static String shown(byte[] key) {
    return key == null
        ? ""
        : new String(key, 0, Math.min(key.length, KEY_BYTES), StandardCharsets.UTF_8);
  }
}
