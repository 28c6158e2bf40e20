package io.flexhb.standalone.watching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flexhb.standalone.deploy.Checkout;
import io.flexhb.standalone.deploy.Checkout.Run;
import io.flexhb.standalone.it.Await;
import io.flexhb.standalone.registry.ServerForTests;
import io.flexhb.standalone.system.Ports;
import io.flexhb.standalone.system.StartupException;
import io.flexhb.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The installation that {@code docker-compose.yml} describes, as {@code dev/stack} starts it
 * without an engine: up, a study to its end, its dashboards and an alert by the rules as they are
 * shipped, down.
 */
@Tag("long")
@EnabledOnOs(value = OS.LINUX, disabledReason = "looks at processes by /proc")
@Timeout(600)
class StackIT {

  private static final String STUDY = "digits";

  /** No trainer here shows its meters. */
  private static final String UNSCRAPED = "flexhb_worker_";

  private static final Duration PATIENCE = Duration.ofSeconds(240);
  private static final int UP_SECONDS = 300;
  private static final int DOWN_SECONDS = 180;

  @TempDir private Path folder;

  private final Map<String, String> variables = new TreeMap<>();
  private final List<String> figures = new ArrayList<>();
  private long since = System.nanoTime();

  @BeforeEach
  void needPrograms() {
    PrometheusServer.assumePrograms();
    try {
      ServerForTests.fetch();
    } catch (StartupException absent) {
      System.err.println("dev/stack is not tested: " + absent.getMessage());
      assumeThat(false).as(absent.getMessage()).isTrue();
    }
    for (String port :
        List.of("KAFKA", "REGISTRY", "TUNER_1", "TUNER_2", "PROMETHEUS", "ALERTMANAGER")) {
      variables.put(port + "_PORT", Integer.toString(Ports.free()));
    }
    variables.put("STACK_FOLDER", folder.resolve("stack").toString());
  }

  @Test
  void shouldComeUpTuneAStudyBeWatchedAndLeaveNothingBehind() throws Exception {
    StackProcesses processes = new StackProcesses(folder.resolve("stack"));
    Run up = stack(UP_SECONDS, "up");
    try {
      assertThat(up.status()).as(up.output()).isZero();
      assertThat(stack(30, "status").output())
          .contains("tuner-1       healthy", "tuner-2       healthy", "prometheus    healthy")
          .contains("registry      healthy", "alertmanager  healthy", "study         applied");
      assertThat(processes.remember()).hasSizeGreaterThanOrEqualTo(6);
      took("up");

      PrometheusServer prometheus =
          PrometheusServer.running(
              variables.get("PROMETHEUS_PORT"), variables.get("ALERTMANAGER_PORT"));
      Await.until(
          () -> "the study is not over; " + stack(30, "status").output(),
          PATIENCE,
          () -> prometheus.value("sum(flexhb_studies{status=\"finished\"})") == 1);
      took("study finished");
      requireAnswers(prometheus);
      took("dashboards answered");
      poison();
      prometheus.awaitAlerts("FlexHbDeadLetters");
      took("alert received");
      assertThat(processes.writtenElsewhere()).isEmpty();
    } finally {
      Run down = stack(DOWN_SECONDS, "down");
      assertThat(down.status()).as(down.output()).isZero();
    }
    took("down");
    System.out.println("StackIT: " + String.join(", ", figures));
    assertThat(processes.alive()).isEmpty();
    assertThat(folder.resolve("stack/tmp")).doesNotExist();
    assertThat(Files.readString(folder.resolve("stack/log/trainer-1.log")))
        .contains("no more work in study " + STUDY);
  }

  private Run stack(int seconds, String command) {
    return Checkout.run(variables, seconds, "dev/stack", command);
  }

  private void took(String what) {
    long now = System.nanoTime();
    figures.add("%s %.1f s".formatted(what, (now - since) / 1e9));
    since = now;
  }

  private void requireAnswers(PrometheusServer prometheus) {
    Instant from = Instant.now().minus(Duration.ofMinutes(10));
    List<String> unanswered = new ArrayList<>();
    for (PanelQuery query : Dashboards.queries()) {
      if (!query.expression().contains(UNSCRAPED)) {
        JsonNode series = prometheus.range(query.filled(STUDY), from);
        if (Answers.last(series).isEmpty()) {
          unanswered.add(query + ": " + query.filled(STUDY));
        }
      }
    }
    assertThat(unanswered).isEmpty();
  }

  /** A record that nobody can read. */
  private void poison() throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", "127.0.0.1:" + variables.get("KAFKA_PORT")),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer
          .send(
              new ProducerRecord<>(
                  Topics.defaults().metrics(),
                  STUDY.getBytes(StandardCharsets.UTF_8),
                  "poison".getBytes(StandardCharsets.UTF_8)))
          .get();
    }
  }
}
