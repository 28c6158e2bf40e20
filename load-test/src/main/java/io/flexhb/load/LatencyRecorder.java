package io.flexhb.load;

import io.flexhb.load.LoadResult.Latency;
import org.HdrHistogram.Histogram;

/** A distribution of times. Not thread-safe. */
final class LatencyRecorder {

  private static final int DIGITS = 3;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Histogram nanos = new Histogram(DIGITS);

  void record(long elapsedNanos) {
    nanos.recordValue(Math.max(0, elapsedNanos));
  }

  void add(LatencyRecorder other) {
    nanos.add(other.nanos);
  }

  Latency summary() {
    return new Latency(
        nanos.getTotalCount(),
        millis(50),
        millis(90),
        millis(99),
        millis(99.9),
        nanos.getMaxValue() / NANOS_PER_MILLI);
  }

  private double millis(double percentile) {
    return nanos.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
  }
}
