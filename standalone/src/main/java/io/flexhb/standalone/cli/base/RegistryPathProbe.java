package io.flexhb.standalone.cli.base;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * The registry at the address that nobody named. Confluent's serves its API there itself; that of
 * {@code flexhb dev} below a path, which is found by asking.
 */
final class RegistryPathProbe {
  private static final String SUBJECTS = "/subjects";
  private static final String PATH = "/apis/ccompat/v7";
  private static final Duration WITHIN = Duration.ofSeconds(2);

  private RegistryPathProbe() {}

  /** The address, with the path where the API is below it; as given where nothing answers. */
  static String resolve(String url) {
    HttpClient client = HttpClient.newBuilder().connectTimeout(WITHIN).build();
    return status(client, url + SUBJECTS) == 404 && status(client, url + PATH + SUBJECTS) == 200
        ? url + PATH
        : url;
  }

  private static int status(HttpClient client, String url) {
    try {
      HttpRequest request = HttpRequest.newBuilder(URI.create(url)).timeout(WITHIN).build();
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (IOException away) {
      return -1; // told by whoever needs the registry
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }
}
