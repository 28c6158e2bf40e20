package io.flexhb.standalone.cli;

import java.util.Map;

/** The tuner's own Streams settings, for a comparison under equal conditions. */
final class TunerSettings {

  /** Those that decide throughput and latency. */
  static final Map<String, String> STREAMS =
      Map.of(
          "processing.guarantee", "exactly_once_v2",
          "commit.interval.ms", "10",
          "poll.ms", "5",
          "producer.linger.ms", "0",
          "num.stream.threads", "1");

  private TunerSettings() {}
}
