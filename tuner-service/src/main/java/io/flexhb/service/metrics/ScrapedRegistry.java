package io.flexhb.service.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Set;

/**
 * A registry that Prometheus reads. Of what Kafka and the JVM measure, which is some 700 meters for
 * each tuner, it keeps what a dashboard shows or an alert looks at.
 */
public final class ScrapedRegistry {

  /** Kafka's own meters that are kept, as Micrometer names them. */
  private static final Set<String> KAFKA =
      Set.of(
          "kafka.stream.alive.stream.threads",
          "kafka.stream.thread.commit.total",
          "kafka.stream.thread.commit.latency.avg",
          "kafka.stream.thread.commit.latency.max",
          "kafka.consumer.fetch.manager.records.lag",
          "kafka.consumer.coordinator.rebalance.total",
          "kafka.stream.state.estimate.num.keys",
          "kafka.stream.state.live.sst.files.size",
          "kafka.stream.state.block.cache.usage",
          "kafka.stream.state.size.all.mem.tables");

  /** Those of the JVM and its process. */
  private static final Set<String> PROCESS =
      Set.of(
          "jvm.memory.used",
          "jvm.memory.max",
          "jvm.gc.pause",
          "jvm.threads.live",
          "process.cpu.usage",
          "process.uptime",
          "process.files.open",
          "process.files.max",
          "system.cpu.usage");

  private ScrapedRegistry() {}

  /** A new one. */
  public static PrometheusMeterRegistry create() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    registry
        .config()
        .meterFilter(
            MeterFilter.deny(
                id ->
                    isFrom(id, "kafka.") && !KAFKA.contains(id.getName())
                        || isFrom(id, "jvm.", "process.", "system.")
                            && !PROCESS.contains(id.getName())));
    return registry;
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
