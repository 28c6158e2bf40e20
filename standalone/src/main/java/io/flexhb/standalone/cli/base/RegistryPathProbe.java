package io.flexhb.standalone.cli.base;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * Finds the registry's API at the default address. Confluent's registry serves it at the root; that
 * of {@code flexhb dev} serves it below a path, which a request finds.
 */
final class RegistryPathProbe {
  private static final String SUBJECTS = "/subjects";
  private static final String PATH = "/apis/ccompat/v7";
  private static final Duration WITHIN = Duration.ofSeconds(2);

  private RegistryPathProbe() {}

  /** The address with the path of the API; unchanged when nothing answers. */
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
      return -1; // reported by the code that needs the registry
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }
}
