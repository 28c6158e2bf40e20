package io.flexhb.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.flexhb.service.admin.ReadyTopics;
import io.flexhb.standalone.system.Ports;
import io.flexhb.standalone.system.StartupException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

@Timeout(90)
class EmbeddedBrokerIT {

  private static final int RECORDS = 1_000;

  @TempDir Path folder;

  @Test
  void shouldKeepItsDataAndItsClusterIdWhenRestartedOnTheSameFolder() throws Exception {
    String clusterId;
    try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerConfig.in(folder))) {
      clusterId = broker.clusterId();
      createTopic(broker.bootstrapServers(), "kept");
      produce(broker.bootstrapServers(), "kept", false);
    }

    try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerConfig.in(folder))) {
      assertThat(broker.clusterId()).isEqualTo(clusterId);
      assertThat(clusterIdSeenByClients(broker)).isEqualTo(clusterId);
      assertThat(consume(broker.bootstrapServers(), "kept")).isEqualTo(expectedValues());
    }
  }

  @Test
  void shouldKeepAcknowledgedAndCommittedRecordsWhenTheProcessIsKilled() throws Exception {
    try (BrokerInChildJvm child = BrokerInChildJvm.start(folder)) {
      createTopic(child.bootstrapServers(), "kept");
      produce(child.bootstrapServers(), "kept", true);
      child.kill();
    }

    try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerConfig.in(folder))) {
      assertThat(consume(broker.bootstrapServers(), "kept")).isEqualTo(expectedValues());
      createTopic(broker.bootstrapServers(), "afterwards");
      produce(broker.bootstrapServers(), "afterwards", true);
      assertThat(consume(broker.bootstrapServers(), "afterwards")).isEqualTo(expectedValues());
    }
  }

  @Test
  void shouldStartAndStopWithoutAWord() {
    ListAppender<ILoggingEvent> said = new ListAppender<>();
    said.start();
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.addAppender(said);
    try {
      EmbeddedBroker.start(BrokerConfig.in(folder)).close();
      EmbeddedBroker.start(BrokerConfig.in(folder)).close();
    } finally {
      root.detachAppender(said);
    }

    assertThat(said.list).isEmpty();
  }

  @Test
  void shouldSayThatThePortIsTaken() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      BrokerConfig config = BrokerConfig.in(folder).withPort(other.getLocalPort());

      assertThatThrownBy(() -> EmbeddedBroker.start(config))
          .isInstanceOf(StartupException.class)
          .hasMessageContaining("Port " + other.getLocalPort() + " is taken")
          .hasMessageContaining("give another port")
          .message()
          .doesNotContain("\n");
    }
  }

  @Test
  void shouldSayWhichProcessHoldsTheFolder() throws Exception {
    try (BrokerInChildJvm child = BrokerInChildJvm.start(folder)) {
      assertThatThrownBy(() -> EmbeddedBroker.start(BrokerConfig.in(folder)))
          .isInstanceOf(StartupException.class)
          .hasMessageContaining("in use by process " + child.pid());
    }
  }

  @Test
  void shouldRefuseASecondBrokerOfThisProcessOnTheSameFolder() {
    try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerConfig.in(folder))) {
      assertThat(broker.port()).isPositive();
      assertThatThrownBy(() -> EmbeddedBroker.start(BrokerConfig.in(folder)))
          .isInstanceOf(StartupException.class)
          .hasMessageContaining("in use by a broker of this process");
    }
  }

  @Test
  void shouldSayThatTheFolderCannotBeWritten() throws IOException {
    Path readOnly = Files.createDirectory(folder.resolve("read-only"));
    Files.setPosixFilePermissions(readOnly, PosixFilePermissions.fromString("r-xr-xr-x"));
    assumeThat(Files.isWritable(readOnly)).as("this user may write everywhere").isFalse();

    assertThatThrownBy(() -> EmbeddedBroker.start(BrokerConfig.in(readOnly)))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining(readOnly + " cannot be written");
  }

  @Test
  void shouldSayThatTheFolderCannotBeMade() throws IOException {
    Path below = Files.createFile(folder.resolve("file")).resolve("broker");

    assertThatThrownBy(() -> EmbeddedBroker.start(BrokerConfig.in(below)))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining(below + " cannot be written");
  }

  @Test
  void shouldRefuseAFileInPlaceOfTheFolder() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThatThrownBy(() -> EmbeddedBroker.start(BrokerConfig.in(file)))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("is a file, not a folder");
  }

  @Test
  void shouldLeaveAFolderWithOtherFilesAlone() throws IOException {
    Files.writeString(folder.resolve("thesis.tex"), "");

    assertThatThrownBy(() -> EmbeddedBroker.start(BrokerConfig.in(folder)))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("holds other files, such as 'thesis.tex'");
    assertThat(folder.resolve("meta.properties")).doesNotExist();
  }

  @Test
  void shouldNameAWrongSetting() {
    BrokerConfig config = BrokerConfig.in(folder).withOverride("num.io.threads", "many");

    assertThatThrownBy(() -> EmbeddedBroker.start(config))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("num.io.threads");
  }

  @Test
  void shouldRefuseAMisspeltSetting() {
    BrokerConfig config = BrokerConfig.in(folder).withOverride("num.io.thread", "2");

    assertThatThrownBy(() -> EmbeddedBroker.start(config))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("no broker setting 'num.io.thread'");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldSayWhyKafkaCannotStartInsteadOfEndingTheProcess() {
    BrokerConfig config = BrokerConfig.in(folder).withOverride("metric.reporters", "no.such.Type");

    assertThatThrownBy(() -> EmbeddedBroker.start(config))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("no.such.Type");
  }

  @Test
  void shouldCloseWithinThreeSecondsWhileClientsAreConnected() throws Exception {
    EmbeddedBroker broker = EmbeddedBroker.start(BrokerConfig.in(folder));
    createTopic(broker.bootstrapServers(), "open");
    KafkaConsumer<String, String> consumer = consumer(broker.bootstrapServers());
    try (KafkaProducer<String, String> producer = producer(broker.bootstrapServers(), Map.of())) {
      producer.send(new ProducerRecord<>("open", "value")).get();
      consumer.subscribe(List.of("open"));
      consumer.poll(Duration.ofSeconds(1));

      long start = System.nanoTime();
      broker.close();
      broker.close();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
    } finally {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
    assertThat(Ports.isFree(broker.port())).isTrue();
    EmbeddedBroker.start(BrokerConfig.in(folder)).close();
  }

  @Test
  void shouldServeItsClientsOnAfterTheProcessStalledForLongerThanItsSession() throws Exception {
    try (BrokerInChildJvm child = BrokerInChildJvm.start(folder);
        KafkaProducer<String, String> producer = producer(child.bootstrapServers(), Map.of())) {
      createTopic(child.bootstrapServers(), "stalled");
      producer.send(new ProducerRecord<>("stalled", "before")).get();

      child.signal("STOP");
      CompletableFuture<RecordMetadata> during =
          CompletableFuture.supplyAsync(
              () -> sendAndWait(producer, new ProducerRecord<>("stalled", "during")));
      Thread.sleep(3_000);
      child.signal("CONT");

      assertThat(during.get().offset()).isEqualTo(1);
      assertThat(producer.send(new ProducerRecord<>("stalled", "after")).get().offset())
          .isEqualTo(2);
    }
  }

  @Test
  void shouldServeTheSameClientsAgainAfterAnOutage() throws Exception {
    try (BrokerForTests broker = BrokerForTests.own();
        KafkaProducer<String, String> producer = producer(broker.bootstrapServers(), Map.of())) {
      String topic = broker.createTopic("outage", 2, Map.of());
      producer.send(new ProducerRecord<>(topic, 0, "key", "before")).get();

      broker.stop();
      // On a thread of its own: send itself blocks when the last metadata had no leader any more.
      CompletableFuture<RecordMetadata> during =
          CompletableFuture.supplyAsync(
              () -> sendAndWait(producer, new ProducerRecord<>(topic, 0, "key", "during")));
      broker.start();

      assertThat(during.get().offset()).isEqualTo(1);
    }
  }

  private static RecordMetadata sendAndWait(
      KafkaProducer<String, String> producer, ProducerRecord<String, String> message) {
    try {
      return producer.send(message).get();
    } catch (InterruptedException | ExecutionException e) {
      throw new CompletionException(e);
    }
  }

  private static void createTopic(String bootstrapServers, String topic) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      ReadyTopics.create(admin, List.of(new NewTopic(topic, 1, (short) 1)));
    }
  }

  private static String clusterIdSeenByClients(EmbeddedBroker broker) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      return admin.describeCluster().clusterId().get();
    }
  }

  private static List<String> expectedValues() {
    return IntStream.range(0, RECORDS).mapToObj(Integer::toString).toList();
  }

  private static void produce(String bootstrapServers, String topic, boolean transactional)
      throws Exception {
    Map<String, Object> more =
        transactional ? Map.of("transactional.id", "writer-of-" + topic) : Map.of();
    try (KafkaProducer<String, String> producer = producer(bootstrapServers, more)) {
      if (transactional) {
        producer.initTransactions();
        producer.beginTransaction();
      }
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      expectedValues()
          .forEach(value -> sent.add(producer.send(new ProducerRecord<>(topic, value))));
      for (Future<RecordMetadata> each : sent) {
        each.get();
      }
      if (transactional) {
        producer.commitTransaction();
      }
    }
  }

  private static List<String> consume(String bootstrapServers, String topic) {
    try (KafkaConsumer<String, String> consumer = consumer(bootstrapServers)) {
      TopicPartition partition = new TopicPartition(topic, 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      List<String> values = new ArrayList<>();
      long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
      while (values.size() < RECORDS && System.nanoTime() < deadline) {
        for (ConsumerRecord<String, String> each : consumer.poll(Duration.ofMillis(200))) {
          values.add(each.value());
        }
      }
      return values;
    }
  }

  private static KafkaProducer<String, String> producer(
      String bootstrapServers, Map<String, Object> more) {
    Map<String, Object> config = new HashMap<>(more);
    config.put("bootstrap.servers", bootstrapServers);
    return new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
  }

  private static KafkaConsumer<String, String> consumer(String bootstrapServers) {
    Map<String, Object> config =
        Map.of(
            "bootstrap.servers",
            bootstrapServers,
            "group.id",
            "reader",
            "auto.offset.reset",
            "earliest",
            "isolation.level",
            "read_committed");
    return new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer());
  }
}
