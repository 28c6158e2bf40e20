package io.flexhb.standalone.cli.installation;

import io.flexhb.avro.Command;
import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.Study;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialView;
import io.flexhb.avro.WorkRequest;
import io.flexhb.client.Cluster;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.registry.UndecodableRecordException;
import io.flexhb.service.store.ChangelogImage;
import io.flexhb.service.store.StudyStore;
import io.flexhb.standalone.audit.AuditedTopics;
import io.flexhb.standalone.audit.CommittedRecord;
import io.flexhb.standalone.cli.base.CommandFailure;
import io.flexhb.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The topics of an installation on a cluster; tuners may write to them during the audit. */
final class KafkaAuditedTopics implements AuditedTopics, AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration PAUSE = Duration.ofMillis(50);

  /** After this time without progress the broker is considered gone. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** A tuner's transactions are aborted after 10 s. */
  private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(60);

  private final Cluster cluster;
  private final Topics names;
  private final String changelog;
  private final boolean hasChangelog;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, Long> beginnings;
  private final Map<TopicPartition, Long> journalEnds;
  private final Consumer<String> progress;

  /**
   * Waits until the transactions that were open at the journal's end are committed or aborted.
   *
   * @param applicationId of the tuners
   * @param progress receives messages about what is read
   */
  KafkaAuditedTopics(Cluster cluster, String applicationId, Consumer<String> progress) {
    this.cluster = cluster;
    this.progress = progress;
    this.names = cluster.config().topics();
    this.changelog = applicationId + "-" + StudyStore.NAME + "-changelog";
    this.hasChangelog = cluster.hasTopic(changelog);
    Map<String, Object> settings = cluster.clientSettings();
    settings.put("isolation.level", "read_committed");
    settings.put("enable.auto.commit", "false");
    settings.put("auto.offset.reset", "earliest");
    settings.remove("group.id");
    this.consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    List<TopicPartition> all =
        Stream.concat(names.all().stream(), Stream.of(changelog).filter(c -> hasChangelog))
            .flatMap(topic -> cluster.allPartitionsOf(topic).stream())
            .toList();
    this.beginnings = consumer.beginningOffsets(all);
    this.journalEnds = consumer.endOffsets(cluster.allPartitionsOf(names.decisions()));
    settle(all);
  }

  /** Returns once everything written until now is committed or aborted. */
  private void settle(List<TopicPartition> partitions) {
    Map<TopicPartition, Long> written = new HashMap<>();
    writtenEnds(partitions).forEach((p, info) -> written.put(p, info.offset()));
    long deadline = System.nanoTime() + LONGEST_TRANSACTION.toNanos();
    while (true) {
      Map<TopicPartition, Long> committed = consumer.endOffsets(partitions);
      Optional<TopicPartition> open =
          partitions.stream().filter(p -> committed.get(p) < written.get(p)).findFirst();
      if (open.isEmpty()) {
        return;
      }
      if (System.nanoTime() - deadline > 0) {
        throw CommandFailure.environment(
            "a transaction has been open on "
                + open.get()
                + " for "
                + LONGEST_TRANSACTION.toSeconds()
                + " s; 'kafka-transactions.sh find-hanging' names it",
            null);
      }
      pause();
    }
  }

  private Map<TopicPartition, ListOffsetsResultInfo> writtenEnds(List<TopicPartition> of) {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    of.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
    try {
      return cluster.admin().listOffsets(latest).all().get();
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException known ? known : new KafkaException(e.getCause());
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  @Override
  public Topics names() {
    return names;
  }

  @Override
  public int partitions() {
    return cluster.partitions(names.decisions());
  }

  @Override
  public long beginning(String topic, int partition) {
    return beginnings.get(new TopicPartition(topic, partition));
  }

  @Override
  public long journalEnd(int partition) {
    return journalEnds.get(new TopicPartition(names.decisions(), partition));
  }

  @Override
  public boolean hasChangelog() {
    return hasChangelog;
  }

  @Override
  public void inputs(int partition, Consumer<CommittedRecord<SpecificRecord>> each) {
    Map<String, Class<? extends SpecificRecord>> types =
        Map.of(
            names.studies(), Study.class,
            names.workers(), WorkRequest.class,
            names.metrics(), TrialEvent.class,
            names.suggestions(), SuggestionResult.class);
    types.forEach(
        (topic, type) ->
            read(topic, partition, record -> known(record, type).ifPresent(each::accept)));
  }

  /** Undecodable records are skipped: the tuner sent them to the DLQ, so they are no inputs. */
  private Optional<CommittedRecord<SpecificRecord>> known(
      ConsumerRecord<byte[], byte[]> record, Class<? extends SpecificRecord> type) {
    try {
      return Optional.of(
          entry(
              record,
              Optional.ofNullable(record.value())
                  .map(value -> cluster.codec().decode(record.topic(), value, type))));
    } catch (UndecodableRecordException garbage) {
      return Optional.empty();
    }
  }

  @Override
  public void commands(int partition, Consumer<CommittedRecord<Command>> each) {
    read(names.commands(), partition, record -> each.accept(decoded(record, Command.class)));
  }

  @Override
  public void views(int partition, Consumer<CommittedRecord<TrialView>> each) {
    read(names.trials(), partition, record -> each.accept(decoded(record, TrialView.class)));
  }

  @Override
  public void journal(int partition, Consumer<CommittedRecord<JournalEntry>> each) {
    settle(List.of(new TopicPartition(names.decisions(), partition)));
    read(names.decisions(), partition, record -> each.accept(decoded(record, JournalEntry.class)));
  }

  @Override
  public Map<String, StudyState> stores(int partition) {
    ChangelogImage image = new ChangelogImage();
    read(changelog, partition, record -> image.take(record.key(), record.value()));
    return image.studies();
  }

  private <T extends SpecificRecord> CommittedRecord<T> decoded(
      ConsumerRecord<byte[], byte[]> record, Class<T> type) {
    try {
      return entry(
          record,
          Optional.ofNullable(record.value())
              .map(value -> cluster.codec().decode(record.topic(), value, type)));
    } catch (UndecodableRecordException unreadable) {
      throw CommandFailure.no(
          "the record at "
              + record.topic()
              + "-"
              + record.partition()
              + "@"
              + record.offset()
              + " was not written by a tuner: "
              + unreadable.getMessage());
    }
  }

  private static <T> CommittedRecord<T> entry(
      ConsumerRecord<byte[], byte[]> record, Optional<T> value) {
    String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
    return new CommittedRecord<>(
        record.topic(), record.partition(), record.offset(), record.timestamp(), key, value);
  }

  private void read(String topic, int number, Consumer<ConsumerRecord<byte[], byte[]>> each) {
    TopicPartition partition = new TopicPartition(topic, number);
    progress.accept(partition.toString());
    List<TopicPartition> one = new ArrayList<>(List.of(partition));
    consumer.assign(one);
    consumer.seekToBeginning(one);
    long end = consumer.endOffsets(one).get(partition);
    long lastProgress = System.nanoTime();
    long position = consumer.position(partition);
    while (position < end) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        if (record.offset() < end) {
          each.accept(record);
        }
      }
      long now = consumer.position(partition);
      if (now > position) {
        lastProgress = System.nanoTime();
      } else if (System.nanoTime() - lastProgress > PATIENCE.toNanos()) {
        throw CommandFailure.environment(
            "Kafka at " + cluster.config() + " stopped answering while " + partition + " was read",
            new TimeoutException(partition.toString()));
      }
      position = now;
    }
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ZERO));
  }
}
