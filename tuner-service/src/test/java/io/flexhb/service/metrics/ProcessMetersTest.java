package io.flexhb.service.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessMetersTest {

  @TempDir private Path folder;

  private static Topology topology() {
    StreamsBuilder builder = new StreamsBuilder();
    builder.stream("in").to("out");
    return builder.build();
  }

  private Properties settings() {
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
    settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:1");
    settings.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
    return settings;
  }

  @Test
  void shouldBindTheMetersOfKafkaThatAreKept() {
    PrometheusMeterRegistry registry = ScrapedRegistry.create();
    try (KafkaStreams streams = new KafkaStreams(topology(), settings())) {
      ProcessMeters meters = ProcessMeters.bind(registry, streams);
      List<String> names =
          registry.getMeters().stream().map(Meter::getId).map(Meter.Id::getName).toList();
      meters.close();

      assertThat(names)
          .contains(
              "kafka.stream.alive.stream.threads",
              "kafka.stream.thread.commit.total",
              "kafka.consumer.coordinator.rebalance.total");
    }
  }

  /** A meter that the registry refuses would be offered to it again with each refresh. */
  @Test
  void shouldOfferNoMeterThatTheRegistryRefuses() {
    List<String> offered = new ArrayList<>();
    MeterRegistry registry = new SimpleMeterRegistry();
    registry
        .config()
        .meterFilter(
            MeterFilter.deny(
                id -> {
                  offered.add(id.getName());
                  return false;
                }));
    try (KafkaStreams streams = new KafkaStreams(topology(), settings())) {
      ProcessMeters.bind(registry, streams).close();
    }

    assertThat(offered.stream().filter(name -> name.startsWith("kafka.")))
        .isNotEmpty()
        .allMatch(
            name ->
                ScrapedRegistry.keptOfKafka().containsKey(name)
                    || name.startsWith("kafka.app.info."));
  }

  /** Kafka reports it once more, with underscores for the dots. */
  @Test
  void shouldKeepATopicWithDotsOnce() {
    MetricName dots = lag("flexhb.metrics.v1");
    MetricName underscores = lag("flexhb_metrics_v1");
    Metric metric =
        new KafkaMetric(
            new Object(), dots, (Gauge<Long>) (config, now) -> 0L, new MetricConfig(), Time.SYSTEM);

    assertThat(ScrapedRegistry.kept(Map.of(dots, metric, underscores, metric)))
        .containsOnlyKeys(dots);
  }

  private static MetricName lag(String topic) {
    return new MetricName(
        "records-lag", "consumer-fetch-manager-metrics", "", Map.of("topic", topic));
  }
}
