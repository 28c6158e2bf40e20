package io.flexhb.emitter.simulate;

import io.flexhb.emitter.simulate.SimulationResult.Latency;
import java.util.Collection;
import org.HdrHistogram.Histogram;

/** Times of one thread, merged at the end. Not thread-safe. */
final class LatencyRecorder {

  private static final int DIGITS = 3;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Histogram nanos = new Histogram(DIGITS);

  void record(long elapsedNanos) {
    nanos.recordValue(Math.max(0, elapsedNanos));
  }

  static Latency summary(Collection<LatencyRecorder> recorders) {
    Histogram all = new Histogram(DIGITS);
    recorders.forEach(recorder -> all.add(recorder.nanos));
    return new Latency(
        all.getTotalCount(),
        millis(all, 50),
        millis(all, 90),
        millis(all, 99),
        millis(all, 99.9),
        all.getMaxValue() / NANOS_PER_MILLI);
  }

  private static double millis(Histogram all, double percentile) {
    return all.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
  }
}
