package io.flexhb.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.standalone.it.Await;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import kafka.server.KafkaConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.message.OffsetFetchRequestData.OffsetFetchRequestGroup;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.ClientInformation;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.requests.RequestContext;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.coordinator.common.runtime.CoordinatorLoader;
import org.apache.kafka.coordinator.common.runtime.CoordinatorPlayback;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecord;
import org.apache.kafka.coordinator.common.runtime.PartitionWriter;
import org.apache.kafka.coordinator.group.GroupConfigManager;
import org.apache.kafka.coordinator.group.GroupCoordinator;
import org.apache.kafka.coordinator.group.GroupCoordinatorService;
import org.apache.kafka.coordinator.group.metrics.GroupCoordinatorMetrics;
import org.apache.kafka.coordinator.group.metrics.GroupCoordinatorRuntimeMetrics;
import org.apache.kafka.server.metrics.KafkaYammerMetrics;
import org.apache.kafka.server.share.persister.NoOpStatePersister;
import org.apache.kafka.server.util.PartitionMetadataClient;
import org.apache.kafka.server.util.timer.SystemTimer;
import org.apache.kafka.server.util.timer.SystemTimerReaper;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.VerificationGuard;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests Kafka's own group coordinator, whose loads end when the test says so. */
class ElectionsInOrderTest {

  private static final int PARTITION = 0;

  private final Readings readings = new Readings();
  private final Metrics metrics = new Metrics();
  private GroupCoordinator kafkas;
  private GroupCoordinator inOrder;

  @BeforeEach
  void start() {
    KafkaConfig config =
        new KafkaConfig(ServerSettings.of(Path.of("unused"), 1, 2, Map.of()), false);
    kafkas =
        new GroupCoordinatorService.Builder(ServerSettings.NODE_ID, config.groupCoordinatorConfig())
            .withTime(Time.SYSTEM)
            .withTimer(new SystemTimerReaper("elections-test", new SystemTimer("elections-test")))
            .withLoader(readings)
            .withWriter(new NothingWritten())
            .withCoordinatorRuntimeMetrics(new GroupCoordinatorRuntimeMetrics(metrics))
            .withGroupCoordinatorMetrics(
                new GroupCoordinatorMetrics(KafkaYammerMetrics.defaultRegistry(), metrics))
            .withGroupConfigManager(
                new GroupConfigManager(config.groupCoordinatorConfig(), config.shareGroupConfig()))
            .withPersister(new NoOpStatePersister())
            .withAuthorizerPlugin(Optional.empty())
            .withPartitionMetadataClient(new NoPartitions())
            .build();
    inOrder = ElectionsInOrder.of(kafkas);
    inOrder.startup(() -> 1);
  }

  @AfterEach
  void stop() {
    inOrder.shutdown();
  }

  @Test
  void shouldAnswerWhenItsPartitionIsRead() {
    inOrder.onElection(PARTITION, 0);
    readings.await(1);
    assertThat(answer()).isEqualTo(Errors.COORDINATOR_LOAD_IN_PROGRESS);

    readings.end(0);

    Await.until(() -> "it answers " + answer(), () -> answer() == Errors.NONE);
  }

  @Test
  void shouldNotAnswerOutOfAReadingThatHasOnlyBegun() {
    inOrder.onElection(PARTITION, 0);
    readings.await(1);
    inOrder.onResignation(PARTITION, OptionalInt.of(1));
    inOrder.onElection(PARTITION, 2);
    Await.pause(Duration.ofMillis(200));
    assertThat(answer()).isNotEqualTo(Errors.NONE);

    readings.end(0);
    readings.await(2);
    Await.pause(Duration.ofMillis(200));
    assertThat(answer()).isEqualTo(Errors.COORDINATOR_LOAD_IN_PROGRESS);

    readings.end(1);
    Await.until(() -> "it answers " + answer(), () -> answer() == Errors.NONE);
  }

  @Test
  void shouldReadAgainWhenElectionsFollowEachOtherAtOnce() {
    for (int epoch = 0; epoch < 20; epoch += 2) {
      inOrder.onElection(PARTITION, epoch);
      inOrder.onResignation(PARTITION, OptionalInt.of(epoch + 1));
    }
    inOrder.onElection(PARTITION, 20);

    for (int reading = 0; reading < 10; reading++) {
      readings.await(reading + 1);
      assertThat(answer()).isNotEqualTo(Errors.NONE);
      readings.end(reading);
    }
    readings.await(11);
    assertThat(answer()).isEqualTo(Errors.COORDINATOR_LOAD_IN_PROGRESS);
    readings.end(10);
    Await.until(() -> "it answers " + answer(), () -> answer() == Errors.NONE);
  }

  private Errors answer() {
    OffsetFetchRequestGroup request = new OffsetFetchRequestGroup().setGroupId("any");
    return Errors.forCode(inOrder.fetchOffsets(aRequest(), request, true).join().errorCode());
  }

  private static RequestContext aRequest() {
    return new RequestContext(
        new RequestHeader(ApiKeys.OFFSET_FETCH, (short) 8, "test", 1),
        "test",
        InetAddress.getLoopbackAddress(),
        KafkaPrincipal.ANONYMOUS,
        ListenerName.normalised("PLAINTEXT"),
        SecurityProtocol.PLAINTEXT,
        ClientInformation.EMPTY,
        false);
  }

  /** Loads of partitions that deliver nothing but their end. */
  private static final class Readings implements CoordinatorLoader<CoordinatorRecord> {
    private final List<CompletableFuture<LoadSummary>> begun = new CopyOnWriteArrayList<>();

    @Override
    public CompletableFuture<LoadSummary> load(
        TopicPartition partition, CoordinatorPlayback<CoordinatorRecord> coordinator) {
      CompletableFuture<LoadSummary> reading = new CompletableFuture<>();
      begun.add(reading);
      return reading;
    }

    void await(int number) {
      Await.until(() -> begun.size() + " readings have begun", () -> begun.size() == number);
    }

    void end(int reading) {
      begun.get(reading).complete(new LoadSummary(0, 0, 0, 0, 0));
    }

    @Override
    public void close() {
      begun.forEach(reading -> reading.cancel(false));
    }
  }

  private static final class NoPartitions implements PartitionMetadataClient {
    @Override
    public Map<TopicPartition, CompletableFuture<OffsetResponse>> listLatestOffsets(
        Set<TopicPartition> partitions) {
      return Map.of();
    }

    @Override
    public void close() {}
  }

  /** The log of a coordinator that has nothing to write. */
  private static final class NothingWritten implements PartitionWriter {
    @Override
    public void registerListener(TopicPartition partition, Listener listener) {}

    @Override
    public void deregisterListener(TopicPartition partition, Listener listener) {}

    @Override
    public LogConfig config(TopicPartition partition) {
      return new LogConfig(Map.of());
    }

    @Override
    public long append(
        TopicPartition partition, VerificationGuard guard, MemoryRecords batch, short version) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<VerificationGuard> maybeStartTransactionVerification(
        TopicPartition partition, String transaction, long producer, short epoch, int version) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Void> deleteRecords(TopicPartition partition, long before) {
      throw new UnsupportedOperationException();
    }
  }
}
