package io.flexhb.service.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A registry that Prometheus reads. Of what Kafka and the JVM measure, which is some 700 meters for
 * each tuner, it keeps what a dashboard shows or an alert looks at.
 */
public final class ScrapedRegistry {

  /** Kafka's own meters that are kept, as Micrometer names them, and what they say. */
  private static final SortedMap<String, String> KAFKA =
      sorted(
          "kafka.stream.alive.stream.threads",
          "Stream threads that work",
          "kafka.stream.thread.commit.total",
          "Commits of a stream thread: decisions are seen with the next",
          "kafka.stream.thread.commit.latency.avg",
          "Time a commit takes, in ms",
          "kafka.stream.thread.commit.latency.max",
          "The longest of the last half minute, in ms",
          "kafka.consumer.fetch.manager.records.lag",
          "Records of a partition that are not fetched yet",
          "kafka.consumer.coordinator.rebalance.total",
          "How often partitions were shared out anew",
          "kafka.stream.state.estimate.num.keys",
          "Entries of a partition's store, about",
          "kafka.stream.state.live.sst.files.size",
          "Bytes of a partition's store on disk",
          "kafka.stream.state.block.cache.usage",
          "Bytes of the cache that all stores share",
          "kafka.stream.state.size.all.mem.tables",
          "Bytes of a store that are not on disk yet");

  /** Those of the JVM and its process. */
  private static final SortedMap<String, String> PROCESS =
      sorted(
          "jvm.memory.used",
          "Memory in use, in bytes, by area and pool (`_bytes`)",
          "jvm.memory.max",
          "Most memory of an area and pool, -1 without a limit (`_bytes`)",
          "jvm.gc.pause",
          "Pauses of the collector (`_seconds_count`, `_seconds_sum`, `_seconds_max`)",
          "jvm.threads.live",
          "Threads (`_threads`)",
          "process.cpu.usage",
          "Share of all cores the process uses, 0 to 1",
          "process.uptime",
          "Time since the process started (`_seconds`)",
          "process.files.open",
          "Open files (`_files`)",
          "process.files.max",
          "Most open files the system allows (`_files`)",
          "system.cpu.usage",
          "Share of all cores in use, by whomever, 0 to 1");

  private ScrapedRegistry() {}

  /** A new one. */
  public static PrometheusMeterRegistry create() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    registry
        .config()
        .meterFilter(
            MeterFilter.deny(
                id ->
                    isFrom(id, "kafka.") && !KAFKA.containsKey(id.getName())
                        || isSpelledAnew(id)
                        || isFrom(id, "jvm.", "process.", "system.")
                            && !PROCESS.containsKey(id.getName())));
    return registry;
  }

  /** Kafka's meters that are kept, as Micrometer names them, and what they say. */
  public static SortedMap<String, String> keptOfKafka() {
    return KAFKA;
  }

  /** Meters of JVM and process that are kept, as Micrometer names them, and what they say. */
  public static SortedMap<String, String> keptOfProcess() {
    return PROCESS;
  }

  private static SortedMap<String, String> sorted(String... namesAndDescriptions) {
    SortedMap<String, String> sorted = new TreeMap<>();
    for (int i = 0; i < namesAndDescriptions.length; i += 2) {
      sorted.put(namesAndDescriptions[i], namesAndDescriptions[i + 1]);
    }
    return Collections.unmodifiableSortedMap(sorted);
  }

  /** Kafka tells of a topic with dots twice, once with underscores instead. */
  private static boolean isSpelledAnew(Meter.Id id) {
    String topic = id.getTag("topic");
    return isFrom(id, "kafka.") && topic != null && !topic.contains(".");
  }

  private static boolean isFrom(Meter.Id id, String... prefixes) {
    for (String prefix : prefixes) {
      if (id.getName().startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
