package io.flexhb.standalone.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.avro.WorkRequest;
import io.flexhb.registry.AvroCodec;
import io.flexhb.service.TunerService;
import io.flexhb.service.admin.BrokerUnreachableException;
import io.flexhb.service.admin.ReadyTopics;
import io.flexhb.service.admin.TopicProblemsException;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.service.failure.TunerException;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.it.Await;
import io.flexhb.standalone.it.Tuners;
import io.flexhb.topics.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service as a whole: start, work, stop, come back; and what keeps it from starting. */
class TunerServiceIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String DEFINITION =
      """
      {"study": "s", "objective": {"metric": "loss", "direction": "minimize"},
       "resource": {"max": 3}, "sampler": "fgf", "brackets": "hyperband",
       "space": {"lr": {"type": "double", "low": 0.001, "high": 1}}, "limits": {"loops": 2}}
      """;

  private final BrokerForTests broker = BrokerForTests.shared();
  private final String prefix = broker.uniqueName("tuner") + ".";
  private final Topics topics = Topics.withPrefix(prefix);
  private final String registry = "mock://" + prefix;

  @TempDir private Path folder;

  private TunerConfig config(String... keysAndValues) {
    Map<String, String> settings =
        new HashMap<>(
            Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "schema.registry.url",
                registry,
                "topic.prefix",
                prefix,
                "flexhb.application.id",
                prefix + "app",
                "flexhb.topic.partitions",
                "2",
                "flexhb.state.dir",
                folder.resolve("state").toString()));
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return TunerConfig.of(settings, Map.of());
  }

  @Test
  void shouldDecideAndGoOnAfterARestart() {
    try (AvroCodec codec = AvroCodec.forValues(Map.of("schema.registry.url", registry));
        Client client = new Client(codec)) {
      try (TunerService tuner = TunerService.start(config())) {
        Tuners.awaitRunning(tuner);
        assertThat(tuner.state()).isEqualTo(TunerService.State.RUNNING);
        client.apply();
        assertThat(client.ask("a", 1)).isEqualTo(CommandKind.START);
      }
      try (TunerService tuner = TunerService.start(config())) {
        Tuners.awaitRunning(tuner);
        assertThat(client.ask("b", 1)).isEqualTo(CommandKind.START);
        tuner.drain();
        assertThat(tuner.state()).isEqualTo(TunerService.State.STOPPED);
      }
    }
  }

  @Test
  void shouldNameAStateDirectoryThatIsInUse() {
    try (TunerService tuner = TunerService.start(config())) {
      assertThatThrownBy(() -> TunerService.start(config()).close())
          .isInstanceOf(TunerException.class)
          .hasMessageContaining(folder.resolve("state").toString())
          .hasMessageContaining("flexhb.state.dir");
      Tuners.awaitRunning(tuner);
    }
  }

  @Test
  void shouldSayWhatKeepsItFromDecidingAndDecideOnceThatIsGone() throws IOException {
    Path tasks = Files.createDirectories(folder.resolve("state").resolve(prefix + "app"));
    Path inTheWay = Files.createFile(tasks.resolve("0_0"));
    try (TunerService tuner = TunerService.start(config())) {
      Await.until(
          () -> "the tuner is " + tuner.state() + " and met " + tuner.lastFailure(),
          () -> tuner.lastFailure().isPresent());
      assertThat(tuner.lastFailure()).hasValueSatisfying(told -> assertThat(told).contains("0_0"));
      assertThat(tuner.state()).isEqualTo(TunerService.State.STARTING);

      Files.delete(inTheWay);

      Tuners.awaitRunning(tuner);
      assertThat(tuner.failure()).isEmpty();
    }
  }

  @Test
  void shouldSaySoonThatNoBrokerAnswers() {
    long begin = System.nanoTime();

    assertThatThrownBy(() -> TunerService.start(config("bootstrap.servers", "127.0.0.1:1")).close())
        .isInstanceOf(BrokerUnreachableException.class)
        .hasMessageContaining("127.0.0.1:1");

    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(12));
  }

  @Test
  void shouldNameEachTopicThatIsWrong() {
    try (Admin admin = broker.admin()) {
      ReadyTopics.create(
          admin,
          List.of(
              new NewTopic(topics.metrics(), 3, (short) 1),
              new NewTopic(topics.studies(), 2, (short) 1)));
    }

    assertThatThrownBy(() -> TunerService.start(config("flexhb.topic.create", "false")).close())
        .isInstanceOfSatisfying(
            TopicProblemsException.class,
            wrong ->
                assertThat(wrong)
                    .message()
                    .hasLineCount(1 + 10 + 4)
                    .contains("  " + topics.metrics() + " has 3 partition(s), not 2\n")
                    .contains("  " + topics.studies() + " has cleanup.policy=delete, not compact\n")
                    .contains("  " + topics.studies() + " has max.message.bytes=1048588, not ")
                    .contains("  " + topics.dlq() + " is missing\n")
                    .containsOnlyOnce("flexhb topics apply")
                    .containsOnlyOnce("flexhb.topic.partitions")
                    .containsOnlyOnce("Set cleanup.policy")
                    .containsOnlyOnce("Set max.message.bytes"));
  }

  /** A platform and workers in one. */
  private final class Client implements AutoCloseable {
    private static final UUID INCARNATION = new UUID(1, 1);
    private final AvroCodec codec;
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> commands;

    Client(AvroCodec codec) {
      this.codec = codec;
      producer =
          new KafkaProducer<>(
              Map.of("bootstrap.servers", broker.bootstrapServers(), "linger.ms", 0),
              new ByteArraySerializer(),
              new ByteArraySerializer());
      commands =
          new KafkaConsumer<>(
              Map.of(
                  "bootstrap.servers",
                  broker.bootstrapServers(),
                  "group.id",
                  prefix + "commands",
                  "isolation.level",
                  "read_committed",
                  "auto.offset.reset",
                  "earliest"),
              new ByteArrayDeserializer(),
              new ByteArrayDeserializer());
      commands.subscribe(List.of(topics.commands()));
    }

    void apply() {
      send(
          topics.studies(),
          new Study("s", INCARNATION, RequestedState.ACTIVE, DEFINITION, Instant.EPOCH));
    }

    /** Asks until the answer is not WAIT; returns it. */
    CommandKind ask(String worker, long sequence) {
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      send(
          topics.workers(),
          new WorkRequest("s", INCARNATION, worker, 0, sequence, List.of(), null, Instant.EPOCH));
      while (System.nanoTime() < deadline) {
        Optional<Command> answer = Optional.empty();
        for (ConsumerRecord<byte[], byte[]> record : commands.poll(Duration.ofMillis(100))) {
          Command command = codec.decode(topics.commands(), record.value(), Command.class);
          if (command.getWorker().equals(worker) && command.getKind() != CommandKind.WAIT) {
            answer = Optional.of(command);
          }
        }
        if (answer.isPresent()) {
          return answer.get().getKind();
        }
      }
      throw new AssertionError("worker " + worker + " got no answer");
    }

    private void send(String topic, SpecificRecord record) {
      producer.send(
          new ProducerRecord<>(
              topic, "s".getBytes(StandardCharsets.UTF_8), codec.encode(topic, record)));
    }

    @Override
    public void close() {
      producer.close(Duration.ofSeconds(2));
      commands.close();
    }
  }
}
