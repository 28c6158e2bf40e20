package io.flexhb.client;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.Study;
import io.flexhb.avro.TrialView;
import io.flexhb.registry.RegistryUnavailableException;
import io.flexhb.registry.UndecodableRecordException;
import io.flexhb.topics.Ids;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The compacted topics, read to their end. */
final class StudyRecords {
  private final Cluster cluster;
  private final Consumer<String> warnings;

  /**
   * @param warnings takes warnings about unreadable records, which are skipped
   */
  StudyRecords(Cluster cluster, Consumer<String> warnings) {
    this.cluster = cluster;
    this.warnings = warnings;
  }

  /** The requested state and definition of every study, by name. */
  List<Study> studies() {
    String topic = cluster.config().topics().studies();
    return List.copyOf(latest(topic, cluster.allPartitionsOf(topic), "", Study.class).values());
  }

  /** The requested state and definition of a study; empty when it never existed, or was erased. */
  Optional<Study> study(String study) {
    checkId(study);
    String topic = cluster.config().topics().studies();
    List<TopicPartition> partition = List.of(cluster.partitionOf(topic, study));
    return Optional.ofNullable(latest(topic, partition, study, Study.class).get(study));
  }

  /**
   * As {@link #study}, for an existing study.
   *
   * @throws RequestRefusedException when it does not exist
   */
  Study existing(String study) {
    return study(study)
        .orElseThrow(
            () ->
                new RequestRefusedException(
                    "there is no study '" + study + "'; 'flexhb study list' shows all"));
  }

  /** The trials of a study by number. */
  List<TrialView> trials(Study study) {
    String topic = cluster.config().topics().trials();
    List<TopicPartition> partition = List.of(cluster.partitionOf(topic, study.getStudy()));
    return latest(topic, partition, study.getStudy() + "/", TrialView.class).values().stream()
        .filter(trial -> trial.getIncarnation().equals(study.getIncarnation()))
        .sorted(Comparator.comparingInt(TrialView::getTrial))
        .toList();
  }

  /** The trials of all studies. */
  List<TrialView> allTrials() {
    String topic = cluster.config().topics().trials();
    return List.copyOf(latest(topic, cluster.allPartitionsOf(topic), "", TrialView.class).values());
  }

  /** The journal of a study, in order. */
  List<JournalEntry> decisions(Study study) {
    try (TopicReader reader = cluster.readerAtBeginning(List.of(journalPartition(study)))) {
      return decisions(study, reader);
    }
  }

  /** The journal of a study in order, read to its end by a reader that can continue from there. */
  List<JournalEntry> decisions(Study study, TopicReader reader) {
    String topic = cluster.config().topics().decisions();
    return latest(topic, reader, study.getStudy() + "/", JournalEntry.class).values().stream()
        .filter(entry -> entry.getIncarnation().equals(study.getIncarnation()))
        .sorted(Comparator.comparingLong(JournalEntry::getSequence))
        .toList();
  }

  /** The status of every incarnation of a study, from the journals. */
  Map<UUID, StatusView> statuses() {
    String topic = cluster.config().topics().decisions();
    Map<UUID, StatusView> statuses = new HashMap<>();
    try (TopicReader reader = cluster.readerAtBeginning(cluster.allPartitionsOf(topic))) {
      reader.readToEnd(
          record -> {
            if (record.value() != null) {
              decode(record, JournalEntry.class)
                  .ifPresent(
                      entry ->
                          StatusView.after(entry)
                              .ifPresent(s -> statuses.put(entry.getIncarnation(), s)));
            }
          });
    }
    return statuses;
  }

  TopicPartition journalPartition(Study study) {
    return cluster.partitionOf(cluster.config().topics().decisions(), study.getStudy());
  }

  private <T extends SpecificRecord> Map<String, T> latest(
      String topic, List<TopicPartition> partitions, String keys, Class<T> type) {
    try (TopicReader reader = cluster.readerAtBeginning(partitions)) {
      return latest(topic, reader, keys, type);
    }
  }

  /** Decodes only the newest record of each key, and only keys with a prefix. */
  private <T extends SpecificRecord> Map<String, T> latest(
      String topic, TopicReader reader, String keys, Class<T> type) {
    Map<String, ConsumerRecord<String, byte[]>> newest = new TreeMap<>();
    reader.readToEnd(
        record -> {
          String key = record.key();
          if (key == null || !key.startsWith(keys)) {
            return;
          }
          if (record.value() == null) {
            newest.remove(key);
          } else {
            newest.put(key, record);
          }
        });
    Map<String, T> decoded = new TreeMap<>();
    newest.forEach((key, record) -> decode(record, type).ifPresent(v -> decoded.put(key, v)));
    return decoded;
  }

  /** The record's value; empty, with a warning, when it cannot be read. */
  <T extends SpecificRecord> Optional<T> decode(
      ConsumerRecord<String, byte[]> record, Class<T> type) {
    try {
      return Optional.of(cluster.codec().decode(record.topic(), record.value(), type));
    } catch (RegistryUnavailableException e) {
      throw new ClusterUnavailableException(e.getMessage(), e);
    } catch (UndecodableRecordException e) {
      warnings.accept(
          "skipped %s-%d@%d: %s"
              .formatted(record.topic(), record.partition(), record.offset(), e.getMessage()));
      return Optional.empty();
    }
  }

  private static void checkId(String study) {
    if (!Ids.isValid(study)) {
      throw new InvalidRequestException(
          "study '" + study + "': use 1 to 100 of the characters A-Z a-z 0-9 . _ -");
    }
  }
}
