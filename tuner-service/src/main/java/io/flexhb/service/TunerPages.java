package io.flexhb.service;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.service.http.HttpEndpoint;
import io.flexhb.service.http.MetricsPage;
import io.flexhb.service.http.Page;
import io.flexhb.service.metrics.StoreRestores;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.ThreadMetadata;

/** The HTTP pages of a tuner. */
final class TunerPages {

  private static final int OK = 200;
  private static final int UNAVAILABLE = 503;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final TunerService tuner;
  private final TunerConfig config;

  private TunerPages(TunerService tuner, TunerConfig config) {
    this.tuner = tuner;
    this.config = config;
  }

  /**
   * Opens the tuner's port, unless the settings leave it empty.
   *
   * @throws io.flexhb.service.failure.TunerException when the port cannot be opened
   */
  static Optional<HttpEndpoint> open(TunerService tuner, TunerConfig config) {
    String port = config.text(Setting.HTTP_PORT);
    if (port.isEmpty()) {
      return Optional.empty();
    }
    TunerPages pages = new TunerPages(tuner, config);
    Map<String, Page> all = new LinkedHashMap<>();
    all.put("/livez", accept -> pages.live());
    all.put("/readyz", accept -> pages.ready());
    all.put("/v1/status", accept -> pages.status());
    if (tuner.metrics().registry() instanceof PrometheusMeterRegistry scraped) {
      all.put(MetricsPage.PATH, new MetricsPage(scraped));
    }
    return Optional.of(
        HttpEndpoint.open(
            config.text(Setting.HTTP_HOST),
            Integer.parseInt(port),
            all,
            Setting.HTTP_PORT.key() + " or " + Setting.HTTP_HOST.key()));
  }

  /** Only a tuner that will never decide again should be killed: others recover by themselves. */
  private Page.Answer live() {
    TunerService.State state = tuner.state();
    boolean dead = state == TunerService.State.FAILED || state == TunerService.State.STOPPED;
    return HttpEndpoint.text(dead ? UNAVAILABLE : OK, state + "\n");
  }

  private Page.Answer ready() {
    TunerService.State state = tuner.state();
    return HttpEndpoint.text(state == TunerService.State.RUNNING ? OK : UNAVAILABLE, state + "\n");
  }

  private Page.Answer status() throws IOException {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("state", tuner.state());
    status.put("streams", tuner.streams().map(KafkaStreams::state).map(Enum::name).orElse("NONE"));
    status.put("broker", config.text(Setting.BOOTSTRAP_SERVERS));
    status.put("application", config.text(Setting.APPLICATION_ID));
    status.put("instance", config.instanceId());
    status.put("threads", threads());
    status.put("restoring", restoring());
    tuner.lastFailure().ifPresent(failure -> status.put("lastFailure", failure));
    return new Page.Answer(OK, "application/json", JSON.writeValueAsBytes(status));
  }

  private List<Map<String, Object>> threads() {
    List<Map<String, Object>> threads = new ArrayList<>();
    for (ThreadMetadata thread :
        tuner.streams().map(KafkaStreams::metadataForLocalThreads).orElse(Set.of())) {
      Map<String, Object> shown = new LinkedHashMap<>();
      shown.put("name", thread.threadName());
      shown.put("state", thread.threadState());
      shown.put(
          "partitions",
          thread.activeTasks().stream().map(task -> task.taskId().partition()).sorted().toList());
      threads.add(shown);
    }
    threads.sort((a, b) -> a.get("name").toString().compareTo(b.get("name").toString()));
    return threads;
  }

  private List<Map<String, Object>> restoring() {
    List<Map<String, Object>> stores = new ArrayList<>();
    for (StoreRestores.Progress progress : tuner.restores().underWay()) {
      Map<String, Object> shown = new LinkedHashMap<>();
      shown.put("partition", progress.partition());
      shown.put("records", progress.total());
      shown.put("restored", progress.restored());
      shown.put("remaining", progress.remaining());
      stores.add(shown);
    }
    return stores;
  }
}
