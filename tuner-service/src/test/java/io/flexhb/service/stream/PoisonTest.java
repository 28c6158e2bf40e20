package io.flexhb.service.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.Checkpoint;
import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.Configuration;
import io.flexhb.avro.EndReason;
import io.flexhb.avro.MetricStatus;
import io.flexhb.avro.MetricValue;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.SuggestionSource;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.TrialView;
import io.flexhb.avro.WorkRequest;
import io.flexhb.codec.DeadLetterHeaders;
import io.flexhb.service.Definition;
import io.flexhb.service.config.ClientSettings;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoisonTest {

  private static final byte[] KEY = "s".getBytes(StandardCharsets.UTF_8);
  private static final byte[] GARBAGE = {7, 7, 7};
  private static final int SMALL = 100_000;

  private final TunerDriver tuner = new TunerDriver();

  @AfterEach
  void close() {
    tuner.close();
  }

  private static List<String> inputs() {
    return List.of(
        TunerDriver.TOPICS.studies(),
        TunerDriver.TOPICS.metrics(),
        TunerDriver.TOPICS.workers(),
        TunerDriver.TOPICS.suggestions());
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void shouldPutBytesItCannotReadOnTheDlqAsTheyAre(String topic) {
    Headers headers = new RecordHeaders().add("trace", "x".getBytes(StandardCharsets.UTF_8));

    tuner.send(topic, KEY, GARBAGE, headers);
    tuner.apply("s", Definition.small("s").json());

    TestRecord<byte[], byte[]> poison = onlyPoison();
    assertThat(poison.key()).isEqualTo(KEY);
    assertThat(poison.value()).isEqualTo(GARBAGE);
    assertThat(TunerDriver.header(poison, "trace")).contains("x");
    assertThat(TunerDriver.header(poison, DeadLetterHeaders.TOPIC)).contains(topic);
    assertThat(TunerDriver.header(poison, DeadLetterHeaders.PARTITION)).contains("0");
    assertThat(TunerDriver.header(poison, DeadLetterHeaders.OFFSET)).contains("0");
    assertThat(TunerDriver.header(poison, DeadLetterHeaders.REASON)).isPresent();
    assertThat(tuner.journal()).as("what came after it").hasSize(1);
    assertThat(tuner.counted("flexhb.inputs", "outcome", "poison")).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void shouldRefuseARecordWithoutAKey(String topic) {
    tuner.send(topic, null, GARBAGE);

    assertThat(reason()).contains("no key").contains("study id");
  }

  @Test
  void shouldRefuseAKeyThatIsNoStudyId() {
    tuner.send(TunerDriver.TOPICS.metrics(), "a b".getBytes(StandardCharsets.UTF_8), GARBAGE);

    assertThat(reason()).contains("a b").contains("A-Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "..", "-rf"})
  void shouldMakeNoStudyWhoseNameIsNoFilesName(String study) {
    tuner.apply(study, Definition.small(study).json());

    assertThat(reason()).contains("study id '" + study + "'").contains("not '.' or '..'");
    assertThat(tuner.journal()).isEmpty();
  }

  @Test
  void shouldRefuseAKeyOfAnotherStudyThanTheValues() {
    tuner.send(
        TunerDriver.TOPICS.workers(),
        "other",
        new WorkRequest("s", null, "a", 0, 1L, List.of(), null, Instant.EPOCH));

    assertThat(reason()).contains("'other'").contains("'s'");
  }

  @Test
  void shouldNameAllThatIsWrongWithADefinition() {
    tuner.apply(
        "s", Definition.small("s").with("sampler", "\"magic\"").with("seed", "\"x\"").json());

    assertThat(reason()).contains("sampler").contains("magic").contains("seed");
  }

  @Test
  void shouldRefuseADefinitionThatIsNoJson() {
    tuner.apply("s", "study: s");

    assertThat(reason()).contains("definition").contains("JSON");
  }

  @Test
  void shouldRefuseTheDefinitionOfAnotherStudy() {
    tuner.apply("s", Definition.small("t").json());

    assertThat(reason()).contains("'t'").contains("'s'");
  }

  @Test
  void shouldNotLoseConfigurationsForAStudyThatDoesNotExist() {
    tuner.enqueue("s", TunerDriver.INCARNATION, 0.5);

    assertThat(reason()).contains("no study").contains("send them again");
    assertThat(tuner.journal()).isEmpty();
  }

  @Test
  void shouldNotMakeMoreTrialsOfOneRecordThanAHeapHolds() {
    tuner.apply("s", Definition.small("s").json());
    tuner.send(
        TunerDriver.TOPICS.suggestions(),
        "s",
        SuggestionResult.newBuilder()
            .setStudy("s")
            .setSource(SuggestionSource.ENQUEUED)
            .setCandidates(List.of(new Configuration(Map.of("lr", 0.5), Map.of())))
            .setReplicate(Integer.MAX_VALUE)
            .setRows(List.of())
            .build());

    assertThat(reason()).contains("2147483647", "at most 10000");
    assertThat(tuner.journal()).as("its creation alone").hasSize(1);
  }

  @Test
  void shouldRefuseAStateItDoesNotKnow() {
    tuner.apply("s", TunerDriver.INCARNATION, RequestedState.UNKNOWN, Definition.small("s").json());

    assertThat(reason()).contains("requestedState").contains("newer");
  }

  @Test
  void shouldTellThePlatformThatARunningStudyCannotChangeItsSpace() {
    tuner.apply("s", Definition.small("s").json());
    tuner.apply("s", Definition.small("s").with("seed", "8").json());

    assertThat(reason()).contains("seed");
    assertThat(tuner.journal()).hasSize(1);
  }

  @Test
  void shouldTellThePlatformThatTheNameIsTaken() {
    tuner.apply("s", Definition.small("s").json());
    tuner.apply("s", new UUID(9, 9), RequestedState.ACTIVE, Definition.small("s").json());

    assertThat(reason()).contains("delete it");
  }

  @Test
  void shouldRefuseReportsThatMakeNoSense() {
    tuner.apply("s", Definition.small("s").json());
    tuner.ask("s", "a", 1);
    Command grant = tuner.command();
    TrialEvent unknown = TunerDriver.event(grant, TrialEventKind.UNKNOWN, "");
    tuner.send(TunerDriver.TOPICS.metrics(), "s", unknown);
    assertThat(reason()).contains("kind");

    TrialEvent checkpoint = TunerDriver.event(grant, TrialEventKind.CHECKPOINT, "");
    tuner.send(TunerDriver.TOPICS.metrics(), "s", checkpoint);
    assertThat(reason()).contains("CHECKPOINT");

    tuner.send(
        TunerDriver.TOPICS.metrics(), "s", TunerDriver.event(grant, TrialEventKind.ENDED, ""));
    assertThat(reason()).contains("endReason");

    tuner.ended(grant, EndReason.UNKNOWN);
    assertThat(reason()).contains("endReason").contains("newer");
  }

  /** Without an answer the worker would wait until its lease expires, in attempt after attempt. */
  @Test
  void shouldAnswerAWorkerWhoseReportGoesToTheDlq() {
    tuner.apply("s", Definition.small("s").json());
    tuner.ask("s", "a", 1);
    Command grant = tuner.command();
    tuner.started(grant);
    TrialEvent report = TunerDriver.event(grant, TrialEventKind.METRICS, grant.getId());
    report.setResource(grant.getUntilResource());
    report.setValues(Map.of("loss", new MetricValue(MetricStatus.FINITE, null)));

    tuner.send(TunerDriver.TOPICS.metrics(), "s", report);

    assertThat(reason()).contains("FINITE but has no value");
    assertThat(tuner.said()).containsExactly("STOP 0/1 a");
    List<TrialView> views = tuner.views();
    assertThat(views.get(views.size() - 1).getReason())
        .contains("tried again")
        .contains("FINITE but has no value");
    assertThat(tuner.counted("flexhb.rejections", "kind", "invalid")).isEqualTo(1);
  }

  @Test
  void shouldRefuseATombstoneOutsideStudies() {
    tuner.send(TunerDriver.TOPICS.metrics(), KEY, null);

    assertThat(reason()).contains("without a value");
  }

  @Test
  void shouldRefuseWhatLeadsToARecordThatIsTooLarge() {
    try (TunerDriver small = new TunerDriver(TunerDriver.settings(1, 10, 300))) {
      small.apply("s", Definition.small("s").json());

      TestRecord<byte[], byte[]> poison = small.raw(TunerDriver.TOPICS.dlq()).get(0);
      assertThat(TunerDriver.header(poison, DeadLetterHeaders.REASON).orElseThrow())
          .contains("flexhb.record.max.bytes");
      assertThat(small.journal()).isEmpty();
      assertThat(small.entries()).as("nothing was changed").isEmpty();
    }
  }

  @Test
  void shouldRefuseAStudyWhoseRungsAreTooLargeToBeDecided() {
    try (TunerDriver small = new TunerDriver(TunerDriver.settings(1, 10, SMALL))) {
      small.apply("s", Definition.small("s").with("resource", "{\"max\": 729}").json());

      assertThat(small.journal()).isEmpty();
      TestRecord<byte[], byte[]> poison = small.raw(TunerDriver.TOPICS.dlq()).get(0);
      assertThat(TunerDriver.header(poison, DeadLetterHeaders.REASON).orElseThrow())
          .contains("729 trials", "resource.min", "flexhb.record.max.bytes=100000");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"glosh", "sh"})
  void shouldDecideTheLargestRungThatItDoesNotRefuse(String promotion) {
    int most = 125_000;
    try (TunerDriver small = new TunerDriver(TunerDriver.settings(1, 10, most))) {
      small.apply(
          "s",
          Definition.small("s")
              .with("resource", "{\"max\": 243}")
              .with("promotion", '"' + promotion + '"')
              .json());
      for (int i = 0; i < 243; i++) {
        small.ask("s", "trainer-7d9f8b6c5-" + i, 1);
      }
      List<Command> grants = small.commands();
      grants.forEach(grant -> small.report(grant, 1, grant.getTrial()));

      assertThat(grants).hasSize(243);
      assertThat(small.raw(TunerDriver.TOPICS.dlq())).isEmpty();
      assertThat(small.commands())
          .filteredOn(command -> command.getKind() == CommandKind.STOP)
          .hasSize(243 - 81);
    }
  }

  @Test
  void shouldCutAReasonThatWouldMakeTheRecordTooLargeForItsTopic() {
    StringBuilder space = new StringBuilder("{");
    for (int i = 0; i < 4_000; i++) {
      space.append(i == 0 ? "" : ",").append("\"p").append(i).append("\": 1");
    }
    try (TunerDriver small = new TunerDriver(TunerDriver.settings(1, 10, SMALL))) {
      small.apply("s", Definition.small("s").with("space", space.append('}').toString()).json());

      TestRecord<byte[], byte[]> poison = small.raw(TunerDriver.TOPICS.dlq()).get(0);
      assertThat(poison.value()).as("the record as it is").isNotEmpty();
      assertThat(bytes(poison)).isLessThan(SMALL + ClientSettings.OVERHEAD_BYTES);
      assertThat(TunerDriver.header(poison, DeadLetterHeaders.REASON).orElseThrow())
          .contains("space.p0", "characters)");
    }
  }

  @Test
  void shouldTellOfARecordThatIsTooLargeForTheDlqWithoutCopyingIt() {
    byte[] huge = new byte[SMALL + ClientSettings.OVERHEAD_BYTES - 100];
    try (TunerDriver small = new TunerDriver(TunerDriver.settings(1, 10, SMALL))) {
      small.send(TunerDriver.TOPICS.metrics(), KEY, huge);

      TestRecord<byte[], byte[]> poison = small.raw(TunerDriver.TOPICS.dlq()).get(0);
      assertThat(bytes(poison)).isLessThan(10_000);
      assertThat(TunerDriver.header(poison, DeadLetterHeaders.REASON).orElseThrow())
          .contains("too large");
      assertThat(TunerDriver.header(poison, DeadLetterHeaders.OFFSET)).contains("0");
    }
  }

  @Test
  void shouldRefuseWhatLeadsToARecordThatABrokerRefuses() {
    try (TunerDriver large = new TunerDriver(TunerDriver.settings(1, 10, 4_000_000))) {
      large.apply("s", Definition.small("s").json());
      large.ask("s", "a", 1);
      Command grant = large.command();
      large.started(grant);
      large.journal();
      TrialEvent saved = TunerDriver.event(grant, TrialEventKind.CHECKPOINT, grant.getId());
      saved.setCheckpoint(new Checkpoint(1L, "x".repeat(1_040_000)));
      large.send(TunerDriver.TOPICS.metrics(), "s", saved);

      assertThat(large.journal()).isEmpty();
      TestRecord<byte[], byte[]> poison = large.raw(TunerDriver.TOPICS.dlq()).get(0);
      assertThat(TunerDriver.header(poison, DeadLetterHeaders.REASON).orElseThrow())
          .contains("trials-out", "1000000")
          .doesNotContain("flexhb.record.max.bytes");
    }
  }

  private static long bytes(TestRecord<byte[], byte[]> record) {
    long bytes = record.value() == null ? 0 : record.value().length;
    for (Header header : record.headers()) {
      bytes += header.key().length() + header.value().length;
    }
    return bytes;
  }

  private TestRecord<byte[], byte[]> onlyPoison() {
    List<TestRecord<byte[], byte[]>> poison = tuner.raw(TunerDriver.TOPICS.dlq());
    assertThat(poison).hasSize(1);
    return poison.get(0);
  }

  private String reason() {
    return TunerDriver.header(onlyPoison(), DeadLetterHeaders.REASON).orElseThrow();
  }
}
