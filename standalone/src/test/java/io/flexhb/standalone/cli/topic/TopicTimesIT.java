package io.flexhb.standalone.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.flexhb.service.TunerService;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.cli.CliRun;
import io.flexhb.topics.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The broker's clock sets the time of records, not the sender's. */
class TopicTimesIT {

  private static final Duration AHEAD = Duration.ofDays(1);

  @TempDir private Path folder;
  private final BrokerForTests broker = BrokerForTests.shared();
  private final String prefix = broker.uniqueName("times") + ".";
  private final Topics topics = Topics.withPrefix(prefix);

  @Test
  void shouldTakeRecordsOfAWorkerWhoseClockIsADayAhead() throws Exception {
    assertThat(apply().out()).contains("created " + topics.metrics());

    for (String topic : topics.all()) {
      assertThat(sendFromTomorrow(topic).timestamp())
          .as(topic)
          .isLessThan(System.currentTimeMillis() + 60_000);
    }
  }

  @Test
  void shouldTellOfTopicsOfEarlierVersionsAndAlterThem() throws Exception {
    apply();
    makeAsBefore(topics.metrics());
    assertThatThrownBy(() -> sendFromTomorrow(topics.metrics()))
        .hasRootCauseInstanceOf(InvalidTimestampException.class);

    assertThat(startCheck())
        .singleElement()
        .asString()
        .contains("[" + topics.metrics() + "]")
        .contains("flexhb topics apply");

    assertThat(apply().out().lines())
        .contains("altered " + topics.metrics() + ": the broker dates its records")
        .hasSize(9);
    assertThat(sendFromTomorrow(topics.metrics()).hasTimestamp()).isTrue();
    assertThat(startCheck()).isEmpty();
    assertThat(apply().out()).doesNotContain("altered");
  }

  private CliRun apply() {
    CliRun run =
        CliRun.in(
            folder,
            "topics",
            "apply",
            "-b",
            broker.bootstrapServers(),
            "--topic-prefix",
            prefix,
            "--partitions",
            "1");
    assertThat(run.err()).isEmpty();
    return run;
  }

  /** The log lines when a tuner starts. */
  private List<String> startCheck() {
    Logger log = (Logger) org.slf4j.LoggerFactory.getLogger(TunerService.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    log.addAppender(lines);
    // A command that ran before in this process may have silenced the root.
    log.setLevel(Level.WARN);
    try {
      TunerService.prepareTopics(
          TunerConfig.of(
              Map.of(
                  "bootstrap.servers",
                  broker.bootstrapServers(),
                  "topic.prefix",
                  prefix,
                  "flexhb.topic.partitions",
                  "1"),
              Map.of()));
    } finally {
      log.setLevel(null);
      log.detachAppender(lines);
    }
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  private void makeAsBefore(String topic) throws ExecutionException, InterruptedException {
    AlterConfigOp set =
        new AlterConfigOp(
            new ConfigEntry("message.timestamp.type", "CreateTime"), AlterConfigOp.OpType.SET);
    try (Admin admin = broker.admin()) {
      admin
          .incrementalAlterConfigs(
              Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), List.of(set)))
          .all()
          .get();
    }
  }

  private RecordMetadata sendFromTomorrow(String topic)
      throws ExecutionException, InterruptedException {
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new StringSerializer(),
            new StringSerializer())) {
      long tomorrow = System.currentTimeMillis() + AHEAD.toMillis();
      return producer.send(new ProducerRecord<>(topic, 0, tomorrow, "s", "x")).get();
    }
  }
}
