package io.flexhb.standalone.watching;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.codec.Definitions;
import io.flexhb.registry.AvroCodec;
import io.flexhb.standalone.demo.Demo;
import io.flexhb.standalone.it.Await;
import io.flexhb.standalone.system.Ports;
import io.flexhb.standalone.view.Screen;
import io.flexhb.standalone.view.Terminal;
import io.flexhb.topics.Topics;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The demo under a real Prometheus with the rules and dashboards as they are shipped: every query
 * of every panel and alert answers, and alerts reach a real Alertmanager.
 */
@Tag("long")
class WatchedDemoIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Topics TOPICS = Topics.defaults();
  private static final String DEMO = "digits";
  private static final String LONELY = "lonely";
  private static final String DEFINITION =
      """
      {"study": "%s", "objective": {"metric": "error", "direction": "minimize"},
       "resource": {"max": 27}, "algorithm": "flexhb", "seed": 1,
       "space": {"learningRate": {"type": "double", "low": 0.001, "high": 1, "log": true},
                 "learningRateDecay": {"type": "double", "low": 0.7, "high": 1},
                 "momentum": {"type": "double", "low": 0, "high": 0.98},
                 "hidden1": {"type": "int", "low": 8, "high": 64, "log": true},
                 "hidden2": {"type": "int", "low": 8, "high": 64, "log": true},
                 "batchSize": {"type": "ordinal", "values": [8, 16, 32, 64, 128]},
                 "dropout": {"type": "double", "low": 0, "high": 0.6},
                 "weightDecay": {"type": "double", "low": 1e-6, "high": 0.01, "log": true}},
       "limits": {"budget": 2052}}
      """;

  @TempDir private Path folder;

  @BeforeEach
  void needPrograms() {
    PrometheusServer.assumePrograms();
  }

  @Test
  void shouldAnswerEveryQueryAndTellOfFaults() throws Exception {
    int port = Ports.free();
    Demo demo = demo(port);
    try (PrometheusServer prometheus = PrometheusServer.start(folder, "127.0.0.1:" + port)) {
      demo.run();
      Instant from = Instant.now().minus(Duration.ofMinutes(5));
      List<String> unanswered = new ArrayList<>();
      Map<String, Double> answered = new LinkedHashMap<>();
      Await.until(
          () -> "without an answer:\n" + String.join("\n", unanswered),
          PATIENCE,
          () -> {
            unanswered.clear();
            for (PanelQuery query : Dashboards.queries()) {
              OptionalDouble value = Answers.last(prometheus.range(query.filled(DEMO), from));
              value.ifPresentOrElse(
                  last -> answered.put(query + ": " + query.expression(), last),
                  () -> unanswered.add(query + ": " + query.filled(DEMO)));
            }
            for (Map.Entry<String, String> alert : Rules.withoutThresholds().entrySet()) {
              OptionalDouble value = Answers.last(prometheus.range(alert.getValue(), from));
              String told = "alert " + alert.getKey() + ": " + alert.getValue();
              value.ifPresentOrElse(last -> answered.put(told, last), () -> unanswered.add(told));
            }
            return unanswered.isEmpty();
          });
      answered.forEach((query, value) -> System.out.println(value + "  " + query));

      String broker = prometheus.status("http://127.0.0.1:" + port).at("/broker").asText();
      send(broker);
      prometheus.awaitAlerts("FlexHbDeadLetters", "FlexHbStudyWithoutWorkers");
      demo.close();
      prometheus.awaitAlerts("FlexHbTunerDown");
    } finally {
      demo.close();
    }
  }

  private static Demo demo(int port) {
    String definition = DEFINITION.formatted(DEMO);
    return new Demo(
        Definitions.read(definition).orElseThrow(),
        definition,
        4,
        Optional.of(port),
        new Screen(
            new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8),
            Terminal.none()));
  }

  /** A record that nobody can read, and a study that nobody works for. */
  private static void send(String broker) throws Exception {
    try (AvroCodec codec =
            AvroCodec.forValues(Map.of("schema.registry.url", "mock://flexhb-demo"));
        KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", broker),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(TOPICS.metrics(), bytes(DEMO), bytes("poison"))).get();
      Study study =
          new Study(
              LONELY,
              UUID.randomUUID(),
              RequestedState.ACTIVE,
              DEFINITION.formatted(LONELY),
              Instant.now());
      producer
          .send(
              new ProducerRecord<>(
                  TOPICS.studies(), bytes(LONELY), codec.encode(TOPICS.studies(), study)))
          .get();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void shouldHaveRulesThatPrometheusTakes() throws Exception {
    PrometheusServer.promtool("check", "config", "prometheus.yml");
    PrometheusServer.promtool("test", "rules", "rules/tests.yml");
    assertThat(Rules.alerts()).isNotEmpty();
  }
}
