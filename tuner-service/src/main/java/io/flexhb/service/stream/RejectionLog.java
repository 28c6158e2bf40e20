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
 * Logs records that had no effect and records that go to the DLQ. A faulty worker repeats its
 * fault, so the log gets at most one line of each kind per ten seconds, with the number of omitted
 * ones. Metrics count all.
 */
final class RejectionLog {

  private static final Logger LOG = LoggerFactory.getLogger(RejectionLog.class);
  private static final long QUIET_MILLIS = 10_000;

  /** Most bytes of a key in the log: ids are not longer. */
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

  /** A record goes to the DLQ with its reason; each topic is a kind of its own. */
  void poison(byte[] key, Origin origin, String reason, long now) {
    log(
        origin.topic(),
        now,
        leftOut ->
            "%s, key '%s', goes to the DLQ: %s (%d more of this topic since the last such line)"
                .formatted(origin, shown(key), reason, leftOut));
  }

  /** An input that was already used was read again. */
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
   * @param line builds the line from the number of lines omitted before it
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
