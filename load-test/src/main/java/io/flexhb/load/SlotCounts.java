package io.flexhb.load;

import io.flexhb.emitter.TunerDecision;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** The counts of slots over some time. Not thread-safe. */
final class SlotCounts {

  private final LatencyRecorder latency = new LatencyRecorder();
  private final Map<TunerDecision.Kind, Long> decisions = new EnumMap<>(TunerDecision.Kind.class);
  private long reports;
  private long boundaryReports;
  private long grants;

  void reported(boolean boundary) {
    reports++;
    boundaryReports += boundary ? 1 : 0;
  }

  void granted() {
    grants++;
  }

  void decided(TunerDecision.Kind decision) {
    decisions.merge(decision, 1L, Long::sum);
  }

  /** A decision arrived this long after its report was sent. */
  void waited(long elapsedNanos) {
    latency.record(elapsedNanos);
  }

  /** Adds the counts of another one. */
  void add(SlotCounts other) {
    latency.add(other.latency);
    other.decisions.forEach((decision, count) -> decisions.merge(decision, count, Long::sum));
    reports += other.reports;
    boundaryReports += other.boundaryReports;
    grants += other.grants;
  }

  LoadResult result(int releasedSlots, long undelivered, Duration elapsed) {
    return new LoadResult(
        reports,
        boundaryReports,
        grants,
        decisions,
        releasedSlots,
        undelivered,
        elapsed,
        latency.summary());
  }
}
