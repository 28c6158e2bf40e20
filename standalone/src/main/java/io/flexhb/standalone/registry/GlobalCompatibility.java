package io.flexhb.standalone.registry;

import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The compatibility rule that a registry applies to each new version of a schema. */
final class GlobalCompatibility {

  private static final int LIMIT_MS = Math.toIntExact(Duration.ofSeconds(10).toMillis());

  private GlobalCompatibility() {}

  /**
   * @param url the registry's Confluent API
   * @param level such as FULL_TRANSITIVE
   * @throws IOException when the registry does not accept it
   */
  static void set(URI url, String level) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(url + "/config").toURL().openConnection();
    connection.setConnectTimeout(LIMIT_MS);
    connection.setReadTimeout(LIMIT_MS);
    connection.setRequestMethod("PUT");
    connection.setDoOutput(true);
    connection.setRequestProperty("Content-Type", "application/vnd.schemaregistry.v1+json");
    try (OutputStream body = connection.getOutputStream()) {
      body.write(("{\"compatibility\":\"" + level + "\"}").getBytes(StandardCharsets.UTF_8));
    }
    if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
      throw new IOException(
          "Setting the compatibility got HTTP status " + connection.getResponseCode());
    }
    connection.disconnect();
  }
}
