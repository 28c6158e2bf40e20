package io.flexhb.standalone.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.standalone.system.StartupException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@Tag("long")
class RegistryProcessIT {

  private static final RegistryProcessConfig CONFIG = RegistryProcessConfig.of(System.getenv());
  private static final String SCHEMA_BODY = "{\"schema\":\"{\\\"type\\\":\\\"string\\\"}\"}";

  @TempDir Path folder;

  @BeforeAll
  @Timeout(600)
  static void fetchServer() {
    try {
      ServerCache.of(CONFIG).unpacked();
    } catch (StartupException e) {
      System.err.println("Skipped: " + e.getMessage());
      Assumptions.abort(e.getMessage());
    }
  }

  @Test
  void shouldServeTheConfluentApiAndForbidIncompatibleChanges() throws Exception {
    try (RegistryProcess registry = RegistryProcess.start(CONFIG)) {
      assertThat(get(registry.url() + "/config")).contains("FULL_TRANSITIVE");
      assertThat(post(registry.url() + "/subjects/a-value/versions", SCHEMA_BODY).statusCode())
          .isEqualTo(200);
      assertThat(
              post(
                      registry.url() + "/subjects/a-value/versions",
                      "{\"schema\":\"{\\\"type\\\":\\\"int\\\"}\"}")
                  .statusCode())
          .as("a string cannot become a number")
          .isEqualTo(409);
    }
  }

  @Test
  void shouldKeepSchemasAndTheirIdsInTheDataFolder() throws Exception {
    RegistryProcessConfig config = CONFIG.withDataFolder(folder.resolve("registry data"));
    String id;
    try (RegistryProcess registry = RegistryProcess.start(config)) {
      id = post(registry.url() + "/subjects/a-value/versions", SCHEMA_BODY).body();
      assertThatThrownBy(() -> RegistryProcess.start(config))
          .isInstanceOf(StartupException.class)
          .hasMessageContaining("is in use by another registry");
      // A kill at once after the answer must not lose what was answered.
      ProcessHandle.of(registry.pid()).orElseThrow().destroyForcibly();
    }

    try (RegistryProcess registry = RegistryProcess.start(config)) {
      assertThat(get(registry.url() + "/subjects")).isEqualTo("[\"a-value\"]");
      assertThat(post(registry.url() + "/subjects/a-value/versions", SCHEMA_BODY).body())
          .isEqualTo(id);
    }
  }

  @Test
  void shouldStopWithinFiveSeconds() {
    RegistryProcess registry = RegistryProcess.start(CONFIG);

    long start = System.nanoTime();
    registry.close();
    registry.close();

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    assertThat(registry.isAlive()).isFalse();
  }

  @Test
  void shouldEndWithAParentThatIsKilled() throws Exception {
    Process parent = RegistryInChildJvm.command(CONFIG.cacheFolder()).start();
    ProcessHandle registry;
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
      long pid = Long.parseLong(output.readLine().replace("PID ", ""));
      registry = ProcessHandle.of(pid).orElseThrow();
      assertThat(registry.isAlive()).isTrue();
    } finally {
      parent.destroyForcibly();
    }

    registry.onExit().get(10, TimeUnit.SECONDS);
    assertThat(registry.isAlive()).isFalse();
  }

  @Test
  void shouldSayThatThePortIsTaken() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      RegistryProcessConfig config = CONFIG.withPort(other.getLocalPort());

      assertThatThrownBy(() -> RegistryProcess.start(config))
          .isInstanceOf(StartupException.class)
          .hasMessageContaining("Port " + other.getLocalPort() + " is taken");
    }
  }

  @Test
  void shouldNameTheDataFolderWhoseContentCannotBeUsed() throws IOException {
    Files.writeString(folder.resolve("registry.mv.db"), "junk");
    RegistryProcessConfig config = CONFIG.withDataFolder(folder);

    assertThatThrownBy(() -> RegistryProcess.start(config))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("Registry folder " + folder + " holds no usable data");
  }

  @Test
  void shouldSayThatJavaIsMissing() {
    RegistryProcessConfig config = CONFIG.withJavaHome(folder);

    assertThatThrownBy(() -> RegistryProcess.start(config))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining(folder.resolve("bin").toString())
        .hasMessageContaining("Install a Java 17");
  }

  @Test
  void shouldGiveUpWhenTheStartTakesTooLong() {
    RegistryProcessConfig config = CONFIG.withStartLimit(Duration.ofMillis(200));

    assertThatThrownBy(() -> RegistryProcess.start(config))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("was not ready within");
  }

  private static String get(String url) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
    return send(request).body();
  }

  private static HttpResponse<String> post(String url, String body) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/vnd.schemaregistry.v1+json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build());
  }

  private static HttpResponse<String> send(HttpRequest request) throws Exception {
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }
}
