package io.flexhb.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.standalone.cli.base.ConnectionOptions;
import io.flexhb.standalone.cli.base.ExitCode;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands wait for a broker that does not answer, and say where they looked for it. */
class UnreachableBrokerTest {

  @TempDir private Path folder;

  @Test
  void shouldReportAnUnreachableBrokerInOneLineWithinTenSeconds() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    long start = System.nanoTime();

    CliRun run = CliRun.in(folder, "study", "list", "-b", "127.0.0.1:" + port);

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err().lines())
        .containsExactly(
            "flexhb: no Kafka broker answers at 127.0.0.1:"
                + port
                + " (from --bootstrap-server). Start one with 'flexhb dev', or name yours with --bootstrap-server.");
  }

  @Test
  void shouldFindTheSettingsOfARunningDevByItself() throws IOException {
    Files.createDirectories(folder.resolve(".flexhb"));
    Files.writeString(
        folder.resolve(ConnectionOptions.DEV_FILE), "bootstrap.servers=127.0.0.1:1\n");

    CliRun run = CliRun.in(folder, "study", "list");

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err()).contains("127.0.0.1:1 (from ").contains("client.properties)");

    Map<String, String> environment = Map.of("FLEXHB_BOOTSTRAP_SERVERS", "127.0.0.1:2");
    assertThat(CliRun.in(folder, environment, "study", "list").err())
        .contains("127.0.0.1:2 (from FLEXHB_BOOTSTRAP_SERVERS)");
  }

  @Test
  void shouldFindWhatDevWroteInAFolderAbove() throws IOException {
    Path file = folder.resolve(".flexhb").resolve("client.properties");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "bootstrap.servers=127.0.0.1:1\n");
    Path below = Files.createDirectories(folder.resolve("a").resolve("b"));

    assertThat(CliRun.in(below, "study", "list").err())
        .contains("127.0.0.1:1")
        .contains(file.toString());
  }
}
