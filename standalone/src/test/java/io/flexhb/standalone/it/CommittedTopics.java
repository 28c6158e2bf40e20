package io.flexhb.standalone.it;

import io.flexhb.avro.Command;
import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.Study;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialView;
import io.flexhb.avro.WorkRequest;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.registry.AvroCodec;
import io.flexhb.service.store.ChangelogImage;
import io.flexhb.topics.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** The topics of one installation as a read_committed reader finds them, from their beginning. */
public final class CommittedTopics {

  private final String bootstrapServers;
  private final Topics topics;
  private final AvroCodec codec;
  private final Map<String, Class<? extends SpecificRecord>> types;

  /** What was read of each topic; empty = each question reads anew. */
  private final Optional<Map<String, List<ConsumerRecord<String, byte[]>>>> known;

  /**
   * @param value empty = a tombstone
   */
  public record Entry<T>(String topic, int partition, long offset, String key, Optional<T> value) {}

  CommittedTopics(String bootstrapServers, Topics topics, AvroCodec codec) {
    this(bootstrapServers, topics, codec, Optional.empty());
  }

  private CommittedTopics(
      String bootstrapServers,
      Topics topics,
      AvroCodec codec,
      Optional<Map<String, List<ConsumerRecord<String, byte[]>>>> known) {
    this.bootstrapServers = bootstrapServers;
    this.topics = topics;
    this.codec = codec;
    this.known = known;
    this.types =
        Map.of(
            topics.studies(), Study.class,
            topics.workers(), WorkRequest.class,
            topics.metrics(), TrialEvent.class,
            topics.suggestions(), SuggestionResult.class,
            topics.commands(), Command.class,
            topics.decisions(), JournalEntry.class,
            topics.trials(), TrialView.class);
  }

  /** The journals of all studies. */
  public List<Entry<JournalEntry>> decisions() {
    return all(topics.decisions(), JournalEntry.class);
  }

  /** All commands ever sent. */
  public List<Entry<Command>> commands() {
    return all(topics.commands(), Command.class);
  }

  /** All views of trials, old ones too. */
  public List<Entry<TrialView>> trials() {
    return all(topics.trials(), TrialView.class);
  }

  /** All reports, and the tuner's own checks. */
  public List<Entry<TrialEvent>> metrics() {
    return all(topics.metrics(), TrialEvent.class);
  }

  /** Everything that tuners read. */
  public List<Entry<? extends SpecificRecord>> inputs() {
    List<Entry<? extends SpecificRecord>> inputs = new ArrayList<>();
    for (String topic :
        List.of(topics.studies(), topics.workers(), topics.metrics(), topics.suggestions())) {
      inputs.addAll(all(topic, types.get(topic)));
    }
    return inputs;
  }

  /** As they are now, read once for any number of questions. */
  public CommittedTopics now() {
    return new CommittedTopics(
        bootstrapServers, topics, codec, Optional.of(read(topics.all(), new StringDeserializer())));
  }

  /**
   * The studies in the stores by name, as their changelog has them.
   *
   * @param changelog its topic
   */
  public Map<String, StudyState> stored(String changelog) {
    Map<Integer, ChangelogImage> images = new HashMap<>();
    read(List.of(changelog), new ByteArrayDeserializer())
        .get(changelog)
        .forEach(
            record ->
                images
                    .computeIfAbsent(record.partition(), p -> new ChangelogImage())
                    .take(record.key(), record.value()));
    Map<String, StudyState> studies = new HashMap<>();
    images.values().forEach(image -> studies.putAll(image.studies()));
    return studies;
  }

  /** The raw records of a topic. */
  public List<ConsumerRecord<String, byte[]>> raw(String topic) {
    return known.orElseGet(() -> read(List.of(topic), new StringDeserializer())).get(topic);
  }

  private <K> Map<String, List<ConsumerRecord<K, byte[]>>> read(
      List<String> wanted, Deserializer<K> keys) {
    try (KafkaConsumer<K, byte[]> consumer = consumer(keys)) {
      List<TopicPartition> partitions =
          wanted.stream()
              .flatMap(topic -> consumer.partitionsFor(topic).stream())
              .map(p -> new TopicPartition(p.topic(), p.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      Map<String, List<ConsumerRecord<K, byte[]>>> records = new HashMap<>();
      wanted.forEach(topic -> records.put(topic, new ArrayList<>()));
      Await.until(
          () -> "could not read " + wanted + " to " + ends,
          () -> {
            consumer.poll(Duration.ofMillis(50)).forEach(r -> records.get(r.topic()).add(r));
            return partitions.stream().allMatch(p -> consumer.position(p) >= ends.get(p));
          });
      return records;
    }
  }

  /** A reader that is nowhere yet; close it. */
  KafkaConsumer<String, byte[]> consumer() {
    return consumer(new StringDeserializer());
  }

  private <K> KafkaConsumer<K, byte[]> consumer(Deserializer<K> keys) {
    return new KafkaConsumer<>(
        Map.of(
            "bootstrap.servers", bootstrapServers,
            "isolation.level", "read_committed",
            "enable.auto.commit", "false",
            "auto.offset.reset", "earliest"),
        keys,
        new ByteArrayDeserializer());
  }

  <T extends SpecificRecord> Entry<T> decode(ConsumerRecord<String, byte[]> record, Class<T> as) {
    return new Entry<>(
        record.topic(),
        record.partition(),
        record.offset(),
        record.key(),
        Optional.ofNullable(record.value()).map(v -> codec.decode(record.topic(), v, as)));
  }

  private <T extends SpecificRecord> List<Entry<T>> all(String topic, Class<T> as) {
    return raw(topic).stream().map(record -> decode(record, as)).toList();
  }
}
