package io.flexhb.service.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScrapedStreamsTest {

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

  /** A meter that the registry refuses is offered to it again with each refresh. */
  @Test
  void shouldOfferNoMeterThatTheRegistryRefuses() {
    try (ScrapedStreams streams = new ScrapedStreams(topology(), settings())) {
      Set<String> groups =
          streams.metrics().keySet().stream().map(MetricName::group).collect(Collectors.toSet());

      assertThat(groups).contains("stream-thread-metrics", "consumer-coordinator-metrics");
      assertThat(streams.metrics().keySet())
          .allMatch(name -> name.group().equals("app-info") || ScrapedRegistry.keepsOfKafka(name));
    }
  }

  @Test
  void shouldStillBindTheMetersThatAreKept() {
    PrometheusMeterRegistry registry = ScrapedRegistry.create();
    try (ScrapedStreams streams = new ScrapedStreams(topology(), settings())) {
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

  /** Kafka reports it once more, with underscores for the dots. */
  @Test
  void shouldKeepATopicWithDotsOnce() {
    assertThat(ScrapedRegistry.keepsOfKafka(lag("flexhb.metrics.v1"))).isTrue();
    assertThat(ScrapedRegistry.keepsOfKafka(lag("flexhb_metrics_v1"))).isFalse();
  }

  private static MetricName lag(String topic) {
    return new MetricName(
        "records-lag", "consumer-fetch-manager-metrics", "", Map.of("topic", topic));
  }
}
