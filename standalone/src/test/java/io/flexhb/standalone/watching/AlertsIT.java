package io.flexhb.standalone.watching;

import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.emitter.TrialClient;
import io.flexhb.service.TunerService;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.it.Await;
import io.flexhb.standalone.it.HandWorker;
import io.flexhb.standalone.it.ToyStudy;
import io.flexhb.standalone.it.TunerHarness;
import io.flexhb.standalone.it.Tuners;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults of an installation, and the alerts that reach a real Alertmanager. Those for which a tuner
 * would have to be out of memory, files or time are tested by promtool alone, and some more by
 * {@link WatchedDemoIT}.
 */
@Tag("long")
@Timeout(300)
class AlertsIT {

  private static final int PARTITIONS = 2;
  private static final int WORKERS = 8;

  /** Of no schema that the tuner has read yet. */
  private static final int UNREAD_SCHEMA = 999;

  @TempDir private Path folder;

  private TunerHarness harness;
  private TunerService tuner;
  private PrometheusServer prometheus;

  @BeforeEach
  void start() throws Exception {
    PrometheusServer.assumePrograms();
    harness = TunerHarness.on(BrokerForTests.shared(), Map.of("flexhb.http.port", "0"));
    tuner = Tuners.awaitRunning(TunerService.start(harness.config("a")));
    prometheus = PrometheusServer.start(folder, tuner.http().orElseThrow().getAuthority());
    // What grows has to be seen from 0 on.
    Await.until(
        () -> "the tuner is not scraped", () -> prometheus.value("flexhb_tuner_ready") == 1);
  }

  @AfterEach
  void stop() {
    if (prometheus != null) {
      prometheus.close();
    }
    if (tuner != null) {
      tuner.close();
      harness.close();
    }
  }

  @Test
  void shouldTellOfWhatGoesWrong() throws Exception {
    misroute();
    loseWorkers();
    try (TrialClient failing = harness.connectWorker()) {
      Thread worker = failTrials(failing);
      answerLate();
      prometheus.awaitAlerts(
          "FlexHbMisroutedRecords",
          "FlexHbWorkersFallSilent",
          "FlexHbSlowDecisions",
          "FlexHbStudyPaused");
      worker.interrupt();
    }

    harness.registry().failing(Integer.MAX_VALUE);
    sendOfUnreadSchema();
    prometheus.awaitAlerts("FlexHbThreadsFail", "FlexHbTunerNotDeciding", "FlexHbLag");
    harness.registry().failing(0);
    // It goes on by itself: the record turns out to be of no schema at all.
    prometheus.awaitAlerts("FlexHbDeadLetters");

    tuner.close();
    prometheus.awaitAlerts("FlexHbTunerDown");
  }

  /** As a client with another partitioner does. */
  private void misroute() {
    ToyStudy study = ToyStudy.named("elsewhere");
    byte[] key = study.name().getBytes(StandardCharsets.UTF_8);
    int right = Utils.toPositive(Utils.murmur2(key)) % PARTITIONS;
    harness.send(
        harness.topics().studies(),
        (right + 1) % PARTITIONS,
        study.name(),
        new Study(
            study.name(),
            study.incarnation(),
            RequestedState.ACTIVE,
            study.definition(),
            Instant.now()));
  }

  /** Starts workers that take one trial each and then fall silent. */
  private void loseWorkers() {
    ToyStudy study =
        ToyStudy.named("silent")
            .with("trial", "{\"lease\": \"1s\", \"startTimeout\": \"1s\", \"wait\": \"500ms\"}");
    harness.apply(study);
    for (int i = 0; i < WORKERS; i++) {
      try (HandWorker worker = new HandWorker(harness, study, "silent-" + i)) {
        worker.ask();
      }
    }
  }

  /** Until the study is paused. */
  private Thread failTrials(TrialClient client) {
    ToyStudy study =
        ToyStudy.named("failing")
            .with("limits", "{\"budget\": 200, \"failures\": 2}")
            .with("trial", "{\"maxAttempts\": 1, \"wait\": \"500ms\"}");
    harness.apply(study);
    Thread worker =
        new Thread(
            () ->
                client
                    .slot(study.name())
                    .run(
                        trial -> {
                          throw new IllegalStateException("there are no data");
                        }));
    worker.setDaemon(true);
    worker.start();
    return worker;
  }

  private void answerLate() {
    ToyStudy study = ToyStudy.named("late");
    harness.apply(study);
    try (HandWorker worker = new HandWorker(harness, study, "late")) {
      worker.clockBehind(Duration.ofSeconds(5));
      var grant = worker.ask();
      worker.started(grant);
      worker.reportBoundary(grant, 0.5);
    }
  }

  /** What it is can be told only by the registry. */
  private void sendOfUnreadSchema() throws Exception {
    byte[] value = ByteBuffer.allocate(6).put((byte) 0).putInt(UNREAD_SCHEMA).array();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", harness.broker().bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer
          .send(
              new ProducerRecord<>(
                  harness.topics().metrics(), "late".getBytes(StandardCharsets.UTF_8), value))
          .get();
    }
  }
}
