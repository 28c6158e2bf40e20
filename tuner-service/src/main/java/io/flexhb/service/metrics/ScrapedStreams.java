package io.flexhb.service.metrics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;

/**
 * Kafka Streams that reports only the metrics that {@link ScrapedRegistry} keeps. It has more than
 * a hundred per partition; binding all of them again and again, only for the registry to refuse
 * them, took more than half a core with 64 partitions.
 */
public final class ScrapedStreams extends KafkaStreams {

  /** The versions of the clients; the binder makes a tag of them. */
  private static final String VERSIONS = "app-info";

  /** Not started yet. */
  public ScrapedStreams(Topology topology, Properties settings) {
    super(topology, settings);
  }

  @Override
  public Map<MetricName, ? extends Metric> metrics() {
    Map<MetricName, Metric> kept = new LinkedHashMap<>();
    super.metrics()
        .forEach(
            (name, metric) -> {
              if (name.group().equals(VERSIONS) || ScrapedRegistry.keepsOfKafka(name)) {
                kept.put(name, metric);
              }
            });
    return Collections.unmodifiableMap(kept);
  }
}
