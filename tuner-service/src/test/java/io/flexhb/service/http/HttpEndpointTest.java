package io.flexhb.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.service.failure.TunerException;
import io.flexhb.service.metrics.ScrapedRegistry;
import io.flexhb.service.metrics.TunerMetrics;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpEndpointTest {

  private final PrometheusMeterRegistry registry = ScrapedRegistry.create();
  private final HttpEndpoint endpoint = open(0);

  private HttpEndpoint open(int port) {
    return HttpEndpoint.open(
        "127.0.0.1",
        port,
        Map.of(
            "/fine",
            accept -> HttpEndpoint.text(200, "fine"),
            "/broken",
            accept -> {
              throw new IllegalStateException("broken");
            },
            MetricsPage.PATH,
            new MetricsPage(registry)),
        "flexhb.http.port");
  }

  @AfterEach
  void close() {
    endpoint.close();
  }

  private HttpResponse<String> send(String method, String path, String accept)
      throws IOException, InterruptedException {
    URI uri = endpoint.url().resolve(path);
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(uri)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .header("Accept", accept)
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void shouldAnswer() throws Exception {
    assertThat(send("GET", "/fine", "*/*").body()).isEqualTo("fine");
    assertThat(send("HEAD", "/fine", "*/*").statusCode()).isEqualTo(200);
  }

  @Test
  void shouldListThePagesWhereThereIsNone() throws Exception {
    HttpResponse<String> response = send("GET", "/fines", "*/*");

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body()).contains("/fine", "/metrics");
    assertThat(send("GET", "/", "*/*").statusCode()).isEqualTo(200);
  }

  @Test
  void shouldRefuseToBeWrittenTo() throws Exception {
    assertThat(send("POST", "/fine", "*/*").statusCode()).isEqualTo(405);
    assertThat(send("DELETE", "/metrics", "*/*").statusCode()).isEqualTo(405);
  }

  @Test
  void shouldSayThatAPageFailedAndAnswerTheNext() throws Exception {
    assertThat(send("GET", "/broken", "*/*").statusCode()).isEqualTo(500);
    assertThat(send("GET", "/fine", "*/*").statusCode()).isEqualTo(200);
  }

  @Test
  void shouldShowMetersAsTheScraperWants() throws Exception {
    new TunerMetrics(registry).leaseExpired();

    HttpResponse<String> text = send("GET", "/metrics", "text/plain");
    assertThat(text.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
    assertThat(text.body()).contains("flexhb_lease_expired_total 1.0").doesNotContain("# EOF");

    HttpResponse<String> open =
        send("GET", "/metrics", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5");
    assertThat(open.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("application/openmetrics-text");
    assertThat(open.body()).endsWith("# EOF\n");
  }

  @Test
  void shouldSayWhatToChangeWhenThePortIsTaken() {
    assertThatThrownBy(() -> open(endpoint.url().getPort()))
        .isInstanceOf(TunerException.class)
        .hasMessageContaining("127.0.0.1:" + endpoint.url().getPort())
        .hasMessageContaining("flexhb.http.port");
  }

  @Test
  void shouldSayWhatToChangeWhenThereIsNoSuchHost() {
    assertThatThrownBy(
            () -> HttpEndpoint.open("no.such.host.invalid", 0, Map.of(), "flexhb.http.host"))
        .isInstanceOf(TunerException.class)
        .hasMessageContaining("no.such.host.invalid")
        .hasMessageContaining("flexhb.http.host");
  }

  @Test
  void shouldGiveThePortBack() {
    int port = endpoint.url().getPort();
    endpoint.close();

    open(port).close();
  }
}
