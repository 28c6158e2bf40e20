package io.flexhb.standalone.cli;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.service.stream.DlqHeaders;
import io.flexhb.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.header.Header;

/** Sends something about a study and waits until a tuner has dealt with it. */
final class StudySender {

  /** What became of it. */
  sealed interface Outcome {
    /** A decision was made on it. */
    record Decided(JournalEntry entry) implements Outcome {}

    /** The study and all its records are gone. */
    record Erased() implements Outcome {}

    /** It could not be used. */
    record Refused(String reason) implements Outcome {}

    /** No tuner has said anything in time. */
    record Unanswered() implements Outcome {}
  }

  private final Cluster cluster;
  private final StudyRecords records;

  StudySender(Cluster cluster, StudyRecords records) {
    this.cluster = cluster;
    this.records = records;
  }

  /** Sends the wish, then waits as long as given; not at all when that is zero. */
  Outcome send(Study wish, Duration wait) {
    // A deletion is done when the study is gone; for any other wish it is a predecessor that goes.
    boolean deletion = wish.getRequestedState() == RequestedState.DELETED;
    return send(cluster.config().topics().studies(), wish.getStudy(), wish, deletion, wait);
  }

  /** Sends a user's own configurations; waits as for a wish. */
  Outcome send(SuggestionResult configurations, Duration wait) {
    String topic = cluster.config().topics().suggestions();
    return send(topic, configurations.getStudy(), configurations, false, wait);
  }

  private Outcome send(
      String topic, String study, SpecificRecord wish, boolean deletion, Duration wait) {
    Topics topics = cluster.config().topics();
    byte[] value = cluster.codec().encode(topic, wish);
    List<TopicPartition> answers = new ArrayList<>();
    answers.add(cluster.partitionOf(topics.decisions(), study));
    answers.add(cluster.partitionOf(topics.studies(), study));
    answers.addAll(cluster.allPartitionsOf(topics.dlq()));
    try (TopicReader reader = cluster.readerAtEnd(answers)) {
      RecordMetadata sent = produce(topic, study, value);
      long deadline = System.nanoTime() + wait.toNanos();
      while (System.nanoTime() < deadline) {
        for (ConsumerRecord<String, byte[]> record : reader.poll()) {
          Optional<Outcome> outcome = outcome(record, sent, study, deletion);
          if (outcome.isPresent()) {
            return outcome.get();
          }
        }
      }
    }
    return new Outcome.Unanswered();
  }

  private RecordMetadata produce(String topic, String study, byte[] value) {
    try (Producer<String, byte[]> producer = cluster.producer()) {
      return producer.send(new ProducerRecord<>(topic, study, value)).get();
    } catch (ExecutionException e) {
      throw CommandFailure.environment(
          "Kafka at " + cluster.config() + " did not take it: " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private Optional<Outcome> outcome(
      ConsumerRecord<String, byte[]> record, RecordMetadata sent, String study, boolean deletion) {
    Topics topics = cluster.config().topics();
    if (record.topic().equals(topics.studies())) {
      boolean erased = record.value() == null && study.equals(record.key());
      return deletion && erased && record.offset() > sent.offset()
          ? Optional.of(new Outcome.Erased())
          : Optional.empty();
    }
    if (record.topic().equals(topics.dlq())) {
      return isAbout(record, sent)
          ? Optional.of(new Outcome.Refused(header(record, DlqHeaders.REASON)))
          : Optional.empty();
    }
    if (deletion || record.value() == null || !record.key().startsWith(study + "/")) {
      return Optional.empty();
    }
    return records
        .decode(record, JournalEntry.class)
        .filter(
            entry ->
                entry.getTopic().equals(sent.topic())
                    && entry.getPartition() == sent.partition()
                    && entry.getOffset() == sent.offset())
        .map(Outcome.Decided::new);
  }

  private static boolean isAbout(ConsumerRecord<String, byte[]> record, RecordMetadata sent) {
    return header(record, DlqHeaders.TOPIC).equals(sent.topic())
        && header(record, DlqHeaders.PARTITION).equals(Integer.toString(sent.partition()))
        && header(record, DlqHeaders.OFFSET).equals(Long.toString(sent.offset()));
  }

  private static String header(ConsumerRecord<String, byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null || header.value() == null
        ? ""
        : new String(header.value(), StandardCharsets.UTF_8);
  }
}
