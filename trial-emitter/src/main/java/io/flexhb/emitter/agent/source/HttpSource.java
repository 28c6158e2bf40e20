package io.flexhb.emitter.agent.source;

import io.flexhb.emitter.agent.output.LineReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** An endpoint of the script that returns its newest metrics, for example as a JSON object. */
final class HttpSource implements MetricSource {

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final int OK = 200;

  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(PATIENCE)
          // A redirect could point anywhere.
          .followRedirects(HttpClient.Redirect.NEVER)
          .proxy(HttpClient.Builder.NO_PROXY)
          .build();

  private final HttpRequest request;
  private final LineReader lines;
  private String newest = "";

  HttpSource(URI uri, LineReader lines) {
    this.request = HttpRequest.newBuilder(uri).timeout(PATIENCE).GET().build();
    this.lines = lines;
  }

  @Override
  public void poll() throws IOException {
    try {
      HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
      // An unchanged answer is nothing new.
      if (response.statusCode() == OK && !response.body().equals(newest)) {
        newest = response.body();
        newest.lines().forEach(line -> lines.line(line, true));
      }
    } catch (InterruptedException told) {
      Thread.currentThread().interrupt();
    }
  }
}
