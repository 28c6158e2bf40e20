package io.flexhb.standalone.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.service.TunerService;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.standalone.cli.Cli;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.it.RegistryForTests;
import io.flexhb.standalone.it.TunerHarness;
import io.flexhb.standalone.it.Tuners;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Problems that keep {@code flexhb tuner} from starting: each has its own line that says what to
 * do.
 */
@Timeout(60)
class StartupIT {

  @TempDir private Path folder;

  private TunerHarness harness;

  /** How the command ended, and what it said. */
  private record Ended(int exitCode, String said, Duration time) {}

  @BeforeEach
  void newInstallation() {
    harness = TunerHarness.onSharedBroker();
  }

  @AfterEach
  void end() {
    harness.close();
  }

  @Test
  void shouldSaySoonThatNoBrokerAnswers() throws IOException {
    String nobody = "127.0.0.1:" + freePort();

    Ended ended = tuner(Map.of("bootstrap.servers", nobody));

    assertThat(ended.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(ended.said()).contains(nobody).contains("did not answer within 10 s");
    assertThat(ended.said()).doesNotContain("internal error");
    assertThat(ended.time()).isLessThan(Duration.ofSeconds(15));
  }

  @Test
  void shouldSayThatNoRegistryAnswers() throws IOException {
    String nobody = "http://127.0.0.1:" + freePort();

    Ended ended = tuner(Map.of("schema.registry.url", nobody, "flexhb.connect.timeout.ms", "3000"));

    assertThat(ended.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(ended.said()).contains(nobody).doesNotContain("internal error");
    assertThat(ended.time()).isBetween(Duration.ofSeconds(3), Duration.ofSeconds(10));
  }

  /** The registry is up before the store behind it. */
  @Test
  void shouldWaitForARegistryThatHasAnErrorOfItsOwn() throws IOException {
    try (RegistryForTests registry = RegistryForTests.start().failing(3)) {
      Map<String, String> settings = new HashMap<>(harness.settings("a"));
      settings.put("schema.registry.url", registry.url());
      try (TunerService tuner = TunerService.start(TunerConfig.of(settings, Map.of()))) {
        Tuners.awaitRunning(tuner);
      }
      assertThat(registry.failuresLeft()).isZero();
    }
  }

  @Test
  void shouldSayThatTheStateDirectoryIsInUse() throws IOException {
    try (TunerService running = harness.startTuner("a")) {
      Ended ended = tuner(Map.of());

      assertThat(ended.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(ended.said())
          .contains("state directory " + harness.stateFolder("a"))
          .contains("in use by another tuner")
          .contains("flexhb.state.dir");
      assertThat(running.state()).isEqualTo(TunerService.State.RUNNING);
    }
  }

  @Test
  void shouldNameTopicsWithAnotherNumberOfPartitions() throws IOException {
    TunerService.prepareTopics(harness.config("a"));

    Ended ended = tuner(Map.of("flexhb.topic.partitions", "3"));

    assertThat(ended.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(harness.topics().all())
        .filteredOn(topic -> !topic.equals(harness.topics().installation()))
        .allSatisfy(
            topic ->
                assertThat(ended.said().lines())
                    .anyMatch(line -> line.equals("  " + topic + " has 2 partition(s), not 3")));
    assertThat(ended.said()).containsOnlyOnce("Set flexhb.topic.partitions to the number");
  }

  @Test
  void shouldNameTheDlqThatIsMissingWhenItMayNotBeMade() throws Exception {
    TunerService.prepareTopics(harness.config("a"));
    try (Admin admin = harness.broker().admin()) {
      admin.deleteTopics(List.of(harness.topics().dlq())).all().get();
    }

    Ended ended = tuner(Map.of("flexhb.topic.create", "false"));

    assertThat(ended.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(ended.said())
        .contains("  " + harness.topics().dlq() + " is missing\n")
        .containsOnlyOnce("flexhb topics apply")
        .doesNotContain(harness.topics().metrics());
  }

  @Test
  void shouldNameTopicsThatWouldLoseRecords() throws Exception {
    TunerService.prepareTopics(harness.config("a"));
    cleanup(harness.topics().decisions(), "delete");
    cleanup(harness.topics().metrics(), "compact");

    Ended ended = tuner(Map.of());

    assertThat(ended.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(ended.said())
        .contains(harness.topics().decisions() + " has cleanup.policy=delete, not compact\n")
        .contains(harness.topics().metrics() + " has cleanup.policy=compact, not delete\n")
        .containsOnlyOnce("kafka-configs.sh");
  }

  @Test
  void shouldNameAllThatIsWrongInTheFile() throws IOException {
    Ended ended =
        tuner(
            Map.of(
                "flexhb.state.dri", "/somewhere",
                "flexhb.threads", "none",
                "retries", "3"));

    assertThat(ended.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ended.said())
        .contains("tuner.properties")
        .contains("unknown setting flexhb.state.dri; did you mean flexhb.state.dir?")
        .contains("flexhb.threads must be a whole number from 1 to 1000, was 'none'")
        .contains("unknown setting retries")
        .contains("kafka.");
  }

  /** Runs the command with the settings of the tuner "a", except for these. */
  private Ended tuner(Map<String, String> except) throws IOException {
    Map<String, String> settings = new HashMap<>(harness.settings("a"));
    settings.putAll(except);
    Properties properties = new Properties();
    properties.putAll(settings);
    Path file = folder.resolve("tuner.properties");
    try (OutputStream out = Files.newOutputStream(file)) {
      properties.store(out, "");
    }
    StringWriter said = new StringWriter();
    CommandLine cli = Cli.of(Map.of(), folder);
    cli.setErr(new PrintWriter(said));
    long begin = System.nanoTime();
    int exitCode = cli.execute("tuner", "-c", file.toString());
    return new Ended(exitCode, said.toString(), Duration.ofNanos(System.nanoTime() - begin));
  }

  private void cleanup(String topic, String policy)
      throws ExecutionException, InterruptedException {
    try (Admin admin = harness.broker().admin()) {
      admin
          .incrementalAlterConfigs(
              Map.of(
                  new ConfigResource(ConfigResource.Type.TOPIC, topic),
                  List.of(
                      new AlterConfigOp(
                          new ConfigEntry("cleanup.policy", policy), AlterConfigOp.OpType.SET))))
          .all()
          .get();
    }
  }

  /** A port that nobody listens on. */
  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
