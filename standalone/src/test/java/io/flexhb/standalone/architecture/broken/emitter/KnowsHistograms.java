package io.flexhb.standalone.architecture.broken.emitter;

import io.flexhb.standalone.architecture.Breaks;
import org.HdrHistogram.Histogram;

@Breaks("only load knows HdrHistogram")
public final class KnowsHistograms {
  Histogram latencies;
}
