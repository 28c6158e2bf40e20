package io.flexhb.standalone.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.service.TunerService;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.it.HandWorker;
import io.flexhb.standalone.it.JournalTail;
import io.flexhb.standalone.it.StudyAssertions;
import io.flexhb.standalone.it.ToyStudy;
import io.flexhb.standalone.it.TunerHarness;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** Clients that put records where the tuner does not look for them. */
@Timeout(120)
class MisroutedIT {

  private static final int PARTITIONS = 4;
  private static final String REROUTED = "flexhb.rerouted";

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger logger =
      (Logger) LoggerFactory.getLogger("io.flexhb.service.stream.MisroutedRecords");

  private TunerHarness harness;
  private TunerService tuner;

  @BeforeEach
  void startTuner() {
    log.start();
    // Commands in this JVM may have turned the log down.
    logger.setLevel(Level.WARN);
    logger.addAppender(log);
    harness =
        TunerHarness.on(
            BrokerForTests.shared(),
            Map.of("flexhb.topic.partitions", Integer.toString(PARTITIONS)));
    tuner = harness.startTuner("a");
  }

  @AfterEach
  void stopTuner() {
    logger.detachAppender(log);
    logger.setLevel(null);
    tuner.close();
    harness.close();
  }

  @Test
  void shouldPassARecordOnToTheRightPartitionOnce() {
    ToyStudy study = ToyStudy.named("elsewhere");
    int right = javaPartition(bytes(study.name()));
    int wrong = (right + 1) % PARTITIONS;
    try (HandWorker worker = new HandWorker(harness, study, "hand", key -> wrong);
        JournalTail journal = harness.journal(study)) {
      RecordMetadata wish = worker.send(harness.topics().studies(), wish(study));
      Command grant = worker.ask();
      RecordMetadata report = worker.report(grant, grant.getUntilResource(), 0.5);
      Command pause = worker.nextAbout(grant);

      assertThat(pause.getKind()).isEqualTo(CommandKind.PAUSE);
      journal.until(
          "the value of the report",
          () ->
              journal
                  .state()
                  .flatMap(state -> state.trial(grant.getTrial()))
                  .filter(trial -> trial.valueAt(1).isPresent())
                  .isPresent());
      assertThat(journal.entries()).extracting(JournalEntry::getPartition).containsOnly(right);
      assertThat(passedOn(harness.topics().studies())).containsExactly(wish.toString());
      assertThat(passedOn(harness.topics().metrics())).containsExactly(report.toString());
      assertThat(log.list).isNotEmpty();
      assertThat(log.list.get(0).getFormattedMessage())
          .contains("of study elsewhere")
          .contains("partition " + right)
          .contains("partitioner=murmur2_random");
      StudyAssertions.assertExactlyOnce(harness, study);
      assertThat(tuner.failure()).isEmpty();
    }
  }

  @Test
  void shouldTuneForAClientThatHashesKeysAsLibrdkafkaDoes() {
    ToyStudy study = studyThatLibrdkafkaPutsElsewhere().with("limits", "{\"trials\": 5}");
    try (HandWorker worker = new HandWorker(harness, study, "hand", librdkafka());
        JournalTail journal = harness.journal(study)) {
      worker.send(harness.topics().studies(), wish(study));
      long boundaries = 0;
      for (Command grant = worker.ask();
          grant.getKind() != CommandKind.RELEASE;
          grant = worker.ask()) {
        Command answer = worker.reportBoundary(grant, 1.0 / (1 + grant.getTrial()));
        boundaries++;
        while (answer.getKind() == CommandKind.CONTINUE) {
          answer.setConfiguration(grant.getConfiguration());
          grant = answer;
          answer = worker.reportBoundary(grant, 1.0 / (1 + grant.getTrial()));
          boundaries++;
        }
      }

      StudyState state = journal.untilOver();
      assertThat(state.status()).isEqualTo(StudyStatus.FINISHED);
      assertThat(state.best()).isPresent();
      assertThat(passedOn(harness.topics().metrics())).hasSize(Math.toIntExact(boundaries));
      assertThat(
              tuner
                  .metrics()
                  .registry()
                  .get("flexhb.inputs")
                  .tag("outcome", "rerouted")
                  .counter()
                  .count())
          .isGreaterThan(boundaries);
      StudyAssertions.assertExactlyOnce(harness, study);
      assertThat(tuner.failure()).isEmpty();
    }
  }

  /** Where records were found that the tuner passed on, as topic-partition@offset. */
  private List<String> passedOn(String topic) {
    return harness.committed().raw(topic).stream()
        .map(ConsumerRecord::headers)
        .flatMap(
            headers ->
                java.util.stream.StreamSupport.stream(
                    headers.headers(REROUTED).spliterator(), false))
        .map(Header::value)
        .map(value -> new String(value, StandardCharsets.UTF_8))
        .toList();
  }

  private static Study wish(ToyStudy study) {
    return new Study(
        study.name(),
        study.incarnation(),
        RequestedState.ACTIVE,
        study.definition(),
        Instant.EPOCH);
  }

  private static ToyStudy studyThatLibrdkafkaPutsElsewhere() {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> "study-" + i)
        .filter(name -> javaPartition(bytes(name)) != librdkafka().applyAsInt(bytes(name)))
        .findFirst()
        .map(ToyStudy::named)
        .orElseThrow();
  }

  /** Its default for keys, {@code consistent_random}. */
  private static ToIntFunction<byte[]> librdkafka() {
    return key -> {
      CRC32 crc = new CRC32();
      crc.update(key);
      return (int) (crc.getValue() % PARTITIONS);
    };
  }

  private static int javaPartition(byte[] key) {
    return Utils.toPositive(Utils.murmur2(key)) % PARTITIONS;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
