package io.flexhb.load;

import io.flexhb.emitter.TunerDecision;
import java.time.Duration;
import java.util.Map;

/**
 * The counts and measurements of a simulation after its warm-up.
 *
 * @param reports reports sent
 * @param boundaryReports reports among them that asked for a decision
 * @param grants trials received, new and continued ones
 * @param decisions decisions received, by kind
 * @param releasedSlots slots whose study came to its end
 * @param undelivered records that the broker had not taken when the time for closing was over
 * @param elapsed from the first ask, or the end of warming up, to the last report
 * @param latency from the sending of a boundary report to the decision's arrival
 */
public record LoadResult(
    long reports,
    long boundaryReports,
    long grants,
    Map<TunerDecision.Kind, Long> decisions,
    int releasedSlots,
    long undelivered,
    Duration elapsed,
    Latency latency) {

  /** Copies the map. */
  public LoadResult {
    decisions = Map.copyOf(decisions);
  }

  /** Reports sent per second of {@link #elapsed}. */
  public double reportsPerSecond() {
    return reports * 1e9 / Math.max(1, elapsed.toNanos());
  }

  /** Decisions of all kinds. */
  public long decisionsReceived() {
    return decisions.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * A distribution of times, in milliseconds; all 0 when nothing was measured.
   *
   * @param count how many were measured
   */
  public record Latency(long count, double p50, double p90, double p99, double p999, double max) {}
}
