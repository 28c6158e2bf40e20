package io.flexhb.standalone.tuner;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flexhb.service.TunerService;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.it.Tuners;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The status that a tuner serves over HTTP while it starts, runs and ends. */
class TunerPagesIT {

  private final BrokerForTests broker = BrokerForTests.shared();
  private final String prefix = broker.uniqueName("pages") + ".";

  @TempDir private Path folder;

  private TunerConfig config() {
    return TunerConfig.of(
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "schema.registry.url",
            "mock://" + prefix,
            "topic.prefix",
            prefix,
            "flexhb.application.id",
            prefix + "app",
            "flexhb.topic.partitions",
            "2",
            "flexhb.http.port",
            "0",
            "flexhb.state.dir",
            folder.toString()),
        Map.of());
  }

  private static HttpResponse<String> get(URI tuner, String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(tuner.resolve(path)).build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void shouldTellTheTruthAboutItself() throws Exception {
    try (TunerService tuner = TunerService.start(config())) {
      URI url = tuner.http().orElseThrow();
      assertThat(get(url, "/livez").statusCode()).isEqualTo(200);
      TunerService.State before = tuner.state();
      int early = get(url, "/readyz").statusCode();
      // On a busy machine it may run before the answer is there; else it joins its group still.
      if (tuner.state() == TunerService.State.STARTING) {
        assertThat(before).isEqualTo(TunerService.State.STARTING);
        assertThat(early).isEqualTo(503);
      }

      Tuners.awaitRunning(tuner);
      assertThat(get(url, "/readyz").statusCode()).isEqualTo(200);
      assertThat(get(url, "/metrics").body())
          .contains("flexhb_tuner_ready 1.0")
          .contains("flexhb_input_lag_seconds{topic=\"metrics\"}")
          .contains("jvm_memory_used_bytes")
          .doesNotContain("kafka_consumer_fetch_manager_fetch_latency");

      JsonNode status = new ObjectMapper().readTree(get(url, "/v1/status").body());
      assertThat(status.at("/state").asText()).isEqualTo("RUNNING");
      assertThat(status.at("/application").asText()).isEqualTo(prefix + "app");
      assertThat(status.at("/threads").findValues("partitions").toString()).contains("0", "1");
      assertThat(status.at("/restoring").isArray()).isTrue();
    }
  }

  @Test
  void shouldOpenNoPortUnlessToldTo() {
    TunerConfig silent =
        TunerConfig.of(
            Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "schema.registry.url",
                "mock://" + prefix,
                "topic.prefix",
                prefix,
                "flexhb.application.id",
                prefix + "silent",
                "flexhb.state.dir",
                folder.toString()),
            Map.of());
    try (TunerService tuner = TunerService.start(silent)) {
      assertThat(tuner.http()).isEmpty();
      assertThat(tuner.metrics().areUnread()).isTrue();
    }
  }
}
