package io.flexhb.client;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.codec.DeadLetterHeaders;
import io.flexhb.registry.RegistryUnavailableException;
import io.flexhb.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/** Sends records about a study and waits until a tuner has processed them. */
final class StudySender {

  private final Cluster cluster;
  private final StudyRecords records;

  StudySender(Cluster cluster, StudyRecords records) {
    this.cluster = cluster;
    this.records = records;
  }

  /** A record sent about a study, and its coordinates. */
  private record Sent(String study, boolean deletion, RecordMetadata at) {}

  /** Sends the request, then waits up to the given time; not at all when it is zero. */
  TunerAnswer send(Study request, Duration wait) {
    return sendAll(List.of(request), wait).get(0);
  }

  /**
   * Sends all studies, then waits for all of them up to the given time; returns the answers in
   * their order.
   */
  List<TunerAnswer> sendAll(List<Study> studies, Duration wait) {
    // A deletion is done when the study is gone; for any other request, a predecessor is being
    // erased.
    return send(
        cluster.config().topics().studies(),
        studies,
        Study::getStudy,
        request -> request.getRequestedState() == RequestedState.DELETED,
        wait);
  }

  /** Sends a user's configurations; waits as for a study. */
  TunerAnswer send(SuggestionResult configurations, Duration wait) {
    return send(
            cluster.config().topics().suggestions(),
            List.of(configurations),
            SuggestionResult::getStudy,
            sent -> false,
            wait)
        .get(0);
  }

  /** Sends batches of earlier results, in order; waits for all of them up to the given time. */
  List<TunerAnswer> sendBatches(List<SuggestionResult> batches, Duration wait) {
    return send(
        cluster.config().topics().suggestions(),
        batches,
        SuggestionResult::getStudy,
        sent -> false,
        wait);
  }

  private <T extends SpecificRecord> List<TunerAnswer> send(
      String topic,
      List<T> records,
      Function<T, String> study,
      Predicate<T> deletion,
      Duration wait) {
    List<byte[]> values = encode(topic, records);
    List<String> studies = records.stream().map(study).toList();
    try (TopicReader reader = cluster.readerAtEnd(answers(studies))) {
      List<RecordMetadata> places = produce(topic, studies, values);
      List<Sent> sent = new ArrayList<>();
      for (int i = 0; i < places.size(); i++) {
        sent.add(new Sent(studies.get(i), deletion.test(records.get(i)), places.get(i)));
      }
      return outcomes(reader, sent, wait);
    }
  }

  private List<byte[]> encode(String topic, List<? extends SpecificRecord> records) {
    try {
      return records.stream().map(record -> cluster.codec().encode(topic, record)).toList();
    } catch (RegistryUnavailableException e) {
      throw new ClusterUnavailableException(e.getMessage(), e);
    }
  }

  /** The partitions where answers may arrive. */
  private List<TopicPartition> answers(List<String> studies) {
    Topics topics = cluster.config().topics();
    Set<TopicPartition> answers = new LinkedHashSet<>(cluster.allPartitionsOf(topics.dlq()));
    for (String study : studies) {
      answers.add(cluster.partitionOf(topics.decisions(), study));
      answers.add(cluster.partitionOf(topics.studies(), study));
    }
    return List.copyOf(answers);
  }

  private List<TunerAnswer> outcomes(TopicReader reader, List<Sent> sent, Duration wait) {
    Map<Sent, TunerAnswer> outcomes = new HashMap<>();
    Map<String, List<Sent>> byStudy = sent.stream().collect(Collectors.groupingBy(Sent::study));
    long deadline = System.nanoTime() + wait.toNanos();
    while (outcomes.size() < sent.size() && System.nanoTime() < deadline) {
      for (ConsumerRecord<String, byte[]> record : reader.poll()) {
        about(record, sent, byStudy).stream()
            .filter(one -> !outcomes.containsKey(one))
            .forEach(one -> outcome(record, one).ifPresent(known -> outcomes.put(one, known)));
      }
    }
    return sent.stream()
        .map(one -> outcomes.getOrDefault(one, new TunerAnswer.Unanswered()))
        .toList();
  }

  /** The sent records that a record may answer; dead letters may have any key. */
  private List<Sent> about(
      ConsumerRecord<String, byte[]> record, List<Sent> sent, Map<String, List<Sent>> byStudy) {
    if (record.topic().equals(cluster.config().topics().dlq())) {
      return sent;
    }
    String study = String.valueOf(record.key()).replaceFirst("/.*", "");
    return byStudy.getOrDefault(study, List.of());
  }

  private List<RecordMetadata> produce(String topic, List<String> keys, List<byte[]> values) {
    List<ProducerRecord<String, byte[]>> records =
        IntStream.range(0, keys.size())
            .mapToObj(i -> new ProducerRecord<>(topic, keys.get(i), values.get(i)))
            .toList();
    try (Producer<String, byte[]> producer = cluster.producer()) {
      return cluster.send(producer, records);
    }
  }

  private Optional<TunerAnswer> outcome(ConsumerRecord<String, byte[]> record, Sent one) {
    Topics topics = cluster.config().topics();
    RecordMetadata sent = one.at();
    if (record.topic().equals(topics.studies())) {
      boolean erased = record.value() == null && one.study().equals(record.key());
      return one.deletion() && erased && record.offset() > sent.offset()
          ? Optional.of(new TunerAnswer.Erased())
          : Optional.empty();
    }
    if (record.topic().equals(topics.dlq())) {
      return isAbout(record, sent)
          ? Optional.of(new TunerAnswer.Refused(header(record, DeadLetterHeaders.REASON)))
          : Optional.empty();
    }
    if (one.deletion() || record.value() == null || !record.key().startsWith(one.study() + "/")) {
      return Optional.empty();
    }
    return records
        .decode(record, JournalEntry.class)
        .filter(
            entry ->
                entry.getTopic().equals(sent.topic())
                    && entry.getPartition() == sent.partition()
                    && entry.getOffset() == sent.offset())
        .map(TunerAnswer.Decided::new);
  }

  private static boolean isAbout(ConsumerRecord<String, byte[]> record, RecordMetadata sent) {
    return header(record, DeadLetterHeaders.TOPIC).equals(sent.topic())
        && header(record, DeadLetterHeaders.PARTITION).equals(Integer.toString(sent.partition()))
        && header(record, DeadLetterHeaders.OFFSET).equals(Long.toString(sent.offset()));
  }

  private static String header(ConsumerRecord<String, byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null || header.value() == null
        ? ""
        : new String(header.value(), StandardCharsets.UTF_8);
  }
}
