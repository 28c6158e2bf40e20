package io.flexhb.standalone.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.avro.WorkRequest;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.service.TunerService;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.it.HandWorker;
import io.flexhb.standalone.it.JournalTail;
import io.flexhb.standalone.it.StudyAssertions;
import io.flexhb.standalone.it.ToyStudy;
import io.flexhb.standalone.it.ToyWorkers;
import io.flexhb.standalone.it.TunerHarness;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Undecodable bytes: they are kept with the reason, and everything else continues. */
@Timeout(120)
class PoisonIT {

  private static final Header SENDER =
      new RecordHeader("sender", "a client".getBytes(StandardCharsets.UTF_8));

  private static TunerHarness harness;
  private static TunerService tuner;
  private static DeadLetters dead;
  private static KafkaProducer<byte[], byte[]> producer;

  @BeforeAll
  static void startTuner() {
    harness = TunerHarness.onSharedBroker();
    tuner = harness.startTuner("a");
    dead = new DeadLetters(harness);
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", harness.broker().bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  @AfterAll
  static void stopTuner() {
    producer.close();
    dead.close();
    tuner.close();
    harness.close();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] garbage() {
    byte[] bytes = new byte[200];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  private static byte[] ask(String study) {
    return harness
        .codec()
        .encode(
            harness.topics().workers(),
            new WorkRequest(study, null, "worker", 0, 1L, List.of(), null, Instant.EPOCH));
  }

  static Stream<Arguments> poison() {
    byte[] good = ask("s");
    return Stream.of(
        arguments(named("empty", new byte[0]), "it is empty"),
        arguments(named("garbage", garbage()), "not the magic byte"),
        arguments(named("JSON", utf8("{\"study\": \"s\"}")), "first byte is 0x7b"),
        arguments(named("wrong magic", new byte[] {1, 0, 0, 0, 1, 2}), "first byte is 0x01"),
        arguments(named("no id", new byte[] {0, 0, 0}), "too few"),
        arguments(named("unknown id", new byte[] {0, 0, 1, 0, 0, 2}), "65536"),
        arguments(
            named("truncated", Arrays.copyOf(good, good.length - 3)), "body does not follow"));
  }

  @ParameterizedTest
  @MethodSource("poison")
  void shouldKeepPoisonOfEachTopicAsItCame(byte[] value, String reason) {
    for (String topic :
        List.of(
            harness.topics().studies(),
            harness.topics().metrics(),
            harness.topics().workers(),
            harness.topics().suggestions())) {
      RecordMetadata at = send(topic, utf8("s"), value);

      DeadLetters.Letter letter = dead.about(at + "");

      assertThat(letter.record().value()).isEqualTo(value);
      assertThat(letter.record().key()).isEqualTo(utf8("s"));
      assertThat(letter.header("sender")).isEqualTo("a client");
      assertThat(letter.reason()).contains(topic).contains(reason);
      assertThat(Long.parseLong(letter.header("flexhb.dlq.time"))).isPositive();
    }
    assertThatTheTunerTookNoHarm();
  }

  static Stream<Arguments> keys() {
    return Stream.of(
        arguments(named("none", null), "has no key"),
        arguments(named("empty", new byte[0]), "is not a study id"),
        arguments(named("blank", utf8("my study")), "is not a study id"),
        arguments(named("not UTF-8", new byte[] {(byte) 0xFF, (byte) 0xFE}), "is not a study id"),
        arguments(named("Avro", new byte[] {0, 0, 0, 0, 1, 2, 115}), "is not a study id"),
        arguments(named("too long", utf8("s".repeat(101))), "is not a study id"),
        arguments(named("another study", utf8("other")), "both must be the same"));
  }

  @ParameterizedTest
  @MethodSource("keys")
  void shouldKeepRecordsWhoseKeyNamesNoStudy(byte[] key, String reason) {
    byte[] value = ask("s");
    RecordMetadata at = send(harness.topics().workers(), key, value);

    DeadLetters.Letter letter = dead.about(at + "");

    assertThat(letter.record().key()).isEqualTo(key);
    assertThat(letter.record().value()).isEqualTo(value);
    assertThat(letter.reason()).contains(reason);
    assertThatTheTunerTookNoHarm();
  }

  @Test
  void shouldKeepRecordsThatAreFollowedByMore() {
    byte[] good = ask("s");
    RecordMetadata at =
        send(harness.topics().workers(), utf8("s"), Arrays.copyOf(good, good.length + 3));

    assertThat(dead.about(at + "").reason()).contains("3 bytes follow the end of the record");
    assertThatTheTunerTookNoHarm();
  }

  @Test
  void shouldKeepRecordsOfAnotherTopic() {
    RecordMetadata at = send(harness.topics().metrics(), utf8("s"), ask("s"));

    assertThat(dead.about(at + "").reason()).contains("not into io.flexhb.avro.TrialEvent");
    assertThatTheTunerTookNoHarm();
  }

  @Test
  void shouldKeepTombstonesThatMeanNothing() {
    RecordMetadata at = send(harness.topics().metrics(), utf8("s"), null);

    DeadLetters.Letter letter = dead.about(at + "");

    assertThat(letter.record().value()).isNull();
    assertThat(letter.reason()).contains("without a value");
    assertThatTheTunerTookNoHarm();
  }

  @Test
  void shouldTuneOnAmidstPoison() {
    ToyStudy study =
        ToyStudy.named(BrokerForTests.shared().uniqueName("amidst"))
            .with("limits", "{\"loops\": 1}");
    try (JournalTail journal = harness.journal(study);
        ToyWorkers workers = harness.startWorkers(study, 2, Duration.ofMillis(5))) {
      harness.apply(study);
      while (!journal.isOver()) {
        send(harness.topics().metrics(), utf8(study.name()), garbage());
        send(harness.topics().workers(), utf8(study.name()), utf8("{}"));
        journal.poll();
      }
      workers.awaitReleased();

      StudyState state = journal.untilOver();
      assertThat(state.status()).isEqualTo(StudyStatus.FINISHED);
      StudyAssertions.assertNothingWasTrainedTwice(state, workers.epochs());
      assertThatTheTunerTookNoHarm();
    }
  }

  @Test
  void shouldKeepADefinitionThatIsInvalidWithAllItsProblems() {
    String definition =
        """
        {"study": "bad", "objective": {"metric": "loss"}, "resource": {"max": 0}, "sampller": "mfes",
         "space": {"lr": {"type": "double", "low": 1, "high": 0}}}
        """;

    DeadLetters.Letter letter = dead.about(apply("bad", definition) + "");

    assertThat(letter.reason())
        .contains("study bad")
        .contains("objective.direction")
        .contains("resource.max")
        .contains("sampller")
        .contains("space.lr")
        .contains("limits");
    assertThatTheTunerTookNoHarm();
    shouldTakeUpWork(ToyStudy.named("bad"));
  }

  @Test
  void shouldKeepADefinitionThatIsNoJson() {
    assertThat(dead.about(apply("text", "study: text") + "").reason()).contains("JSON");
    assertThatTheTunerTookNoHarm();
  }

  @Test
  void shouldKeepADefinitionOfAnotherStudy() {
    RecordMetadata at = apply("this-one", ToyStudy.named("that-one").definition());

    assertThat(dead.about(at + "").reason()).contains("that-one").contains("this-one");
    assertThatTheTunerTookNoHarm();
  }

  @Test
  void shouldRefuseToChangeTheSpaceOfAStudyThatRuns() {
    ToyStudy study = ToyStudy.named(BrokerForTests.shared().uniqueName("running"));
    shouldTakeUpWork(study);
    ToyStudy changed =
        study.with("space", "{\"x\": {\"type\": \"double\", \"low\": 5, \"high\": 6}}");

    RecordMetadata at = apply(study.name(), study.incarnation(), changed.definition());

    assertThat(dead.about(at + "").reason()).contains("space");
    assertThatTheTunerTookNoHarm();
  }

  /** The study is made and a worker gets a trial of it. */
  private static void shouldTakeUpWork(ToyStudy study) {
    try (HandWorker worker = new HandWorker(harness, study, "hand")) {
      harness.apply(study);
      assertThat(worker.ask().getIncarnation()).isEqualTo(study.incarnation());
    }
  }

  private static RecordMetadata apply(String study, String definition) {
    return apply(study, UUID.randomUUID(), definition);
  }

  private static RecordMetadata apply(String study, UUID incarnation, String definition) {
    String topic = harness.topics().studies();
    Study wish = new Study(study, incarnation, RequestedState.ACTIVE, definition, Instant.EPOCH);
    return send(topic, utf8(study), harness.codec().encode(topic, wish));
  }

  private static RecordMetadata send(String topic, byte[] key, byte[] value) {
    try {
      return producer.send(new ProducerRecord<>(topic, null, key, value, List.of(SENDER))).get();
    } catch (ExecutionException failed) {
      throw new AssertionError("could not write to " + topic, failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  private static void assertThatTheTunerTookNoHarm() {
    assertThat(tuner.state()).isEqualTo(TunerService.State.RUNNING);
    assertThat(tuner.metrics().registry().get("flexhb.thread.restarts").counter().count())
        .as("stream threads replaced")
        .isZero();
  }
}
