package io.flexhb.service.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * A registry that Prometheus reads. Kafka and the JVM have about 700 meters per tuner; of these it
 * keeps those that a dashboard or an alert uses.
 */
public final class ScrapedRegistry {

  /** The meters of Kafka that are kept, by Micrometer name, with their descriptions. */
  private static final SortedMap<String, String> KAFKA =
      sorted(
          "kafka.stream.alive.stream.threads",
          "Stream threads that are alive",
          "kafka.stream.thread.commit.total",
          "Commits of a stream thread; a decision becomes visible with the next one",
          "kafka.stream.thread.commit.latency.avg",
          "Time a commit takes, in ms",
          "kafka.stream.thread.commit.latency.max",
          "Longest commit of the last half minute, in ms",
          "kafka.consumer.fetch.manager.records.lag",
          "Records of a partition that are not fetched yet",
          "kafka.consumer.coordinator.rebalance.total",
          "Rebalances: how often partitions were reassigned",
          "kafka.stream.state.estimate.num.keys",
          "Estimated number of entries of a partition's store",
          "kafka.stream.state.live.sst.files.size",
          "Bytes of a partition's store on disk",
          "kafka.stream.state.block.cache.usage",
          "Bytes of the cache that all stores share",
          "kafka.stream.state.size.all.mem.tables",
          "Bytes of a store that are not on disk yet");

  private static final String KAFKA_VERSION = "app-info";

  /** The meters of the JVM and its process that are kept. */
  private static final SortedMap<String, String> PROCESS =
      sorted(
          "jvm.memory.used",
          "Memory in use, in bytes, by area and pool (`_bytes`)",
          "jvm.memory.max",
          "Memory limit, by area and pool, -1 without a limit (`_bytes`)",
          "jvm.gc.pause",
          "Pauses of the garbage collector (`_seconds_count`, `_seconds_sum`, `_seconds_max`)",
          "jvm.threads.live",
          "Threads (`_threads`)",
          "process.cpu.usage",
          "Share of all cores the process uses, 0 to 1",
          "process.uptime",
          "Time since the process started (`_seconds`)",
          "process.files.open",
          "Open files (`_files`)",
          "process.files.max",
          "Limit of open files (`_files`)",
          "system.cpu.usage",
          "Share of all cores in use by all processes, 0 to 1");

  private ScrapedRegistry() {}

  /** Creates a registry. */
  public static PrometheusMeterRegistry create() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    registry
        .config()
        .meterFilter(
            MeterFilter.deny(
                id ->
                    isFrom(id, "kafka.")
                            && (!KAFKA.containsKey(id.getName()) || isDuplicate(id.getTag("topic")))
                        || isFrom(id, "jvm.", "process.", "system.")
                            && !PROCESS.containsKey(id.getName())));
    return registry;
  }

  /** The meters of Kafka that are kept, by Micrometer name, with their descriptions. */
  public static SortedMap<String, String> keptOfKafka() {
    return KAFKA;
  }

  /** The metrics of Kafka whose meters are kept, and those that say its version, a tag of them. */
  static Map<MetricName, Metric> kept(Map<MetricName, ? extends Metric> kafka) {
    Map<MetricName, Metric> kept = new LinkedHashMap<>();
    kafka.forEach(
        (name, metric) -> {
          if (name.group().equals(KAFKA_VERSION) || isKept(name)) {
            kept.put(name, metric);
          }
        });
    return kept;
  }

  private static boolean isKept(MetricName metric) {
    String group = metric.group().replace("-metrics", "");
    String name = ("kafka." + group + "." + metric.name()).replace('-', '.');
    return KAFKA.containsKey(name) && !isDuplicate(metric.tags().get("topic"));
  }

  /**
   * The meters of the JVM and its process that are kept, by Micrometer name, with their
   * descriptions.
   */
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

  /** Kafka reports a topic with dots twice, the second time with underscores instead. */
  private static boolean isDuplicate(String topic) {
    return topic != null && !topic.contains(".");
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
