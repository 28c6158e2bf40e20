package io.flexhb.standalone.watching;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flexhb.standalone.it.Await;
import io.flexhb.standalone.it.ProcessLog;
import io.flexhb.standalone.system.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Prometheus and Alertmanager as the distribution packs them, with our configuration. */
final class PrometheusServer implements AutoCloseable {

  private static final Path CONFIGURATION = Path.of("../dashboards/prometheus");
  private static final List<String> PROGRAMS =
      List.of("prometheus", "promtool", "prometheus-alertmanager");
  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  /** On a machine that other tests keep busy an alert may take over a minute. */
  private static final Duration PATIENCE = Duration.ofSeconds(240);

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final List<Process> processes = new ArrayList<>();
  private final List<Path> logs = new ArrayList<>();
  private final String url;
  private final String alertmanager;

  private PrometheusServer(int port, int alertPort) {
    this.url = "http://127.0.0.1:" + port;
    this.alertmanager = "http://127.0.0.1:" + alertPort;
  }

  /** Skips the test where a program is missing, and says so. */
  static void assumePrograms() {
    for (String program : PROGRAMS) {
      boolean there =
          Stream.of(System.getenv("PATH").split(":"))
              .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
      if (!there) {
        System.err.println(
            program
                + " is not installed (apt-get install prometheus prometheus-alertmanager):"
                + " what Prometheus makes of rules and dashboards is not tested");
      }
      assumeTrue(there, program + " is not installed");
    }
  }

  /** Runs promtool in the folder of the configuration; it must be content. */
  static void promtool(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(CONFIGURATION.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  /**
   * Starts both: as configured, but each second instead of every five, and alerts fire at once.
   *
   * @param tuner address that is scraped
   */
  static PrometheusServer start(Path folder, String tuner) throws IOException {
    int port = Ports.free();
    int alertPort = Ports.free();
    copy(folder);
    Files.writeString(folder.resolve("targets/tuner.yml"), "- targets: ['" + tuner + "']\n");
    Files.writeString(
        folder.resolve("targets/alertmanager.yml"), "- targets: ['127.0.0.1:" + alertPort + "']\n");
    PrometheusServer server = new PrometheusServer(port, alertPort);
    server.run(
        folder,
        "prometheus-alertmanager",
        "--config.file=" + Path.of("../dashboards/alertmanager/alertmanager.yml").toRealPath(),
        "--storage.path=" + folder.resolve("alerts"),
        "--cluster.listen-address=",
        "--web.listen-address=127.0.0.1:" + alertPort);
    server.run(
        folder,
        "prometheus",
        "--config.file=" + folder.resolve("prometheus.yml"),
        "--storage.tsdb.path=" + folder.resolve("data"),
        "--web.listen-address=127.0.0.1:" + port);
    try {
      Await.until(() -> "Prometheus does not answer", START_LIMIT, () -> server.isReady());
      return server;
    } catch (RuntimeException | Error failed) {
      server.close();
      throw failed;
    }
  }

  /** Both as somebody else has started them, and will end them. */
  static PrometheusServer running(String port, String alertPort) {
    return new PrometheusServer(Integer.parseInt(port), Integer.parseInt(alertPort));
  }

  private static void copy(Path to) throws IOException {
    Files.createDirectories(to.resolve("rules"));
    Files.createDirectories(to.resolve("targets"));
    for (String file : List.of("prometheus.yml", "rules/recording.yml", "rules/alerts.yml")) {
      String text = Files.readString(CONFIGURATION.resolve(file));
      Files.writeString(
          to.resolve(file),
          text.replaceAll("_interval: 5s", "_interval: 1s").replaceAll("for: \\w+", "for: 0s"));
    }
  }

  private void run(Path folder, String... command) throws IOException {
    Path log = folder.resolve(command[0] + ".log");
    logs.add(log);
    processes.add(
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start());
  }

  private boolean isReady() {
    try {
      return HTTP.send(
                  HttpRequest.newBuilder(URI.create(url + "/-/ready")).build(),
                  HttpResponse.BodyHandlers.discarding())
              .statusCode()
          == 200;
    } catch (IOException notYet) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** The series of a query from then until now, one point a second. */
  JsonNode range(String query, Instant from) {
    JsonNode answer =
        get(
            url
                + "/api/v1/query_range?step=1&start="
                + from.getEpochSecond()
                + "&end="
                + Instant.now().getEpochSecond()
                + "&query="
                + URLEncoder.encode(query, StandardCharsets.UTF_8));
    assertThat(answer.at("/status").asText()).as(query + ": " + answer).isEqualTo("success");
    return answer.at("/data/result");
  }

  /** The value of a query now; NaN when it has none. */
  double value(String query) {
    JsonNode result =
        get(url + "/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8))
            .at("/data/result/0/value/1");
    return result.isMissingNode() ? Double.NaN : result.asDouble();
  }

  /** Returns once all of these have reached Alertmanager. */
  void awaitAlerts(String... names) {
    Await.until(
        () ->
            "alerts at Alertmanager: "
                + alerts()
                + "; at Prometheus: "
                + get(url + "/api/v1/alerts").at("/data/alerts")
                + "; its Alertmanagers: "
                + get(url + "/api/v1/alertmanagers").at("/data")
                + endsOfLogs(),
        PATIENCE,
        () -> {
          processes.forEach(
              process ->
                  assertThat(process.isAlive()).as("a process ended" + endsOfLogs()).isTrue());
          return alerts().containsAll(List.of(names));
        });
  }

  private String endsOfLogs() {
    return logs.stream()
        .map(log -> "\n" + log.getFileName() + ":\n" + new ProcessLog(log).end(20))
        .collect(joining());
  }

  /** Names of the alerts that reached Alertmanager. */
  Set<String> alerts() {
    Set<String> names = new TreeSet<>();
    get(alertmanager + "/api/v2/alerts")
        .forEach(alert -> names.add(alert.at("/labels/alertname").asText()));
    return names;
  }

  /** What a tuner says of itself. */
  JsonNode status(String tuner) {
    return get(tuner + "/v1/status");
  }

  private static JsonNode get(String address) {
    try {
      return JSON.readTree(
          HTTP.send(
                  HttpRequest.newBuilder(URI.create(address)).build(),
                  HttpResponse.BodyHandlers.ofString())
              .body());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  @Override
  public void close() {
    processes.forEach(Process::destroy);
    for (Process process : processes) {
      try {
        if (!process.waitFor(10, java.util.concurrent.TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        process.destroyForcibly();
      }
    }
  }
}
