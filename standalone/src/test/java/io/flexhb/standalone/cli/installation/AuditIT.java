package io.flexhb.standalone.cli.installation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.RequestedState;
import io.flexhb.service.TunerService;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.cli.CliRun;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.it.JournalTail;
import io.flexhb.standalone.it.ToyStudy;
import io.flexhb.standalone.it.ToyWorkers;
import io.flexhb.standalone.it.TunerHarness;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The audit of a real run: while a tuner decides, after it has stopped, and with a forged entry.
 */
@Timeout(300)
@Tag("long")
class AuditIT {

  @TempDir private Path folder;

  @Test
  void shouldFindNoViolationUntilTheJournalIsForged() throws IOException {
    ToyStudy over = ToyStudy.named("over").with("limits", "{\"budget\": 60}");
    ToyStudy goesOn = ToyStudy.named("goes-on").with("limits", "{\"budget\": 100000}");
    ToyStudy deleted = ToyStudy.named("deleted").with("limits", "{\"budget\": 100000}");
    try (TunerHarness harness = TunerHarness.onSharedBroker()) {
      try (TunerService tuner = harness.startTuner("a");
          ToyWorkers first = harness.startWorkers(over, 3, Duration.ofMillis(10));
          ToyWorkers second = harness.startWorkers(goesOn, 3, Duration.ofMillis(10));
          JournalTail journal = harness.journal(over);
          JournalTail other = harness.journal(goesOn);
          JournalTail third = harness.journal(deleted)) {
        for (ToyStudy study : List.of(over, goesOn, deleted)) {
          harness.apply(study);
        }
        journal.untilOver();
        first.awaitReleased();
        third.until("the study that is deleted", () -> !third.entries().isEmpty());
        harness.wish(deleted, RequestedState.DELETED);
        other.until("some decisions", () -> other.entries().size() > 50);

        CliRun imported =
            run(harness, List.of("study", "import", "goes-on", "--from-study", "over"));
        assertThat(imported.err()).isEmpty();
        assertThat(imported.out()).contains("configuration(s) imported");

        CliRun live = audit(harness);
        assertThat(live.err()).isEmpty();
        assertThat(live.out()).doesNotContain("VIOLATED");
        assertThat(live.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(second.epochs()).isPositive();
        assertThat(tuner.failure()).isEmpty();
      }
      CliRun stopped = audit(harness, "--output", "json");
      assertThat(stopped.exitCode()).as(stopped.out()).isEqualTo(ExitCode.OK);
      JsonNode answer = new ObjectMapper().readTree(stopped.out());
      assertThat(answer.get("ok").asBoolean()).isTrue();
      assertThat(answer.get("decisions").asLong()).isGreaterThan(100);
      assertThat(answer.at("/guarantees/stores/verified").asLong()).isGreaterThanOrEqualTo(2);
      assertThat(answer.at("/guarantees/replay/verified").asLong())
          .isEqualTo(answer.at("/guarantees/sequences/verified").asLong());

      forge(harness, goesOn);
      CliRun forged = audit(harness);
      assertThat(forged.exitCode()).isEqualTo(ExitCode.NO);
      assertThat(forged.out()).contains("sequences VIOLATED", "inputs    VIOLATED", "first of ");
      assertThat(forged.out()).contains("study goes-on");
    }
  }

  /** The topics say to which application they belong. */
  private CliRun audit(TunerHarness harness, String... more) {
    List<String> words = new ArrayList<>(List.of("audit"));
    words.addAll(List.of(more));
    return run(harness, words);
  }

  private CliRun run(TunerHarness harness, List<String> words) {
    Map<String, String> settings = harness.settings("a");
    return CliRun.in(
        folder,
        Stream.concat(
                words.stream(),
                Stream.of(
                    "-b",
                    settings.get("bootstrap.servers"),
                    "--registry",
                    settings.get("schema.registry.url"),
                    "--topic-prefix",
                    settings.get("topic.prefix")))
            .toArray(String[]::new));
  }

  /** As a second owner of the topics would: the newest decision of the study once more. */
  private static void forge(TunerHarness harness, ToyStudy study) {
    String topic = harness.topics().decisions();
    List<ConsumerRecord<String, byte[]>> ofStudy = new ArrayList<>();
    for (ConsumerRecord<String, byte[]> record : harness.committed().raw(topic)) {
      if (record.value() != null
          && harness
              .codec()
              .decode(topic, record.value(), JournalEntry.class)
              .getIncarnation()
              .equals(study.incarnation())) {
        ofStudy.add(record);
      }
    }
    ConsumerRecord<String, byte[]> newest = ofStudy.get(ofStudy.size() - 1);
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", BrokerForTests.shared().bootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(topic, newest.partition(), newest.key(), newest.value()));
      producer.flush();
    }
  }
}
