package io.flexhb.standalone.cli;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.service.stream.DlqHeaders;
import io.flexhb.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.header.Header;

/** Sends a wish for a study and waits until a tuner has dealt with it. */
final class StudySender {

  /** What became of a wish. */
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
    Topics topics = cluster.config().topics();
    byte[] value = cluster.codec().encode(topics.studies(), wish);
    List<TopicPartition> answers = new ArrayList<>();
    answers.add(cluster.partitionOf(topics.decisions(), wish.getStudy()));
    answers.add(cluster.partitionOf(topics.studies(), wish.getStudy()));
    answers.addAll(cluster.allPartitionsOf(topics.dlq()));
    try (TopicReader reader = cluster.readerAtEnd(answers)) {
      RecordMetadata sent = produce(topics.studies(), wish.getStudy(), value);
      long deadline = System.nanoTime() + wait.toNanos();
      while (System.nanoTime() < deadline) {
        for (ConsumerRecord<String, byte[]> record : reader.poll()) {
          Optional<Outcome> outcome = outcome(record, sent, wish);
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
          "Kafka at " + cluster.config() + " did not take the study: " + e.getCause().getMessage(),
          e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private Optional<Outcome> outcome(
      ConsumerRecord<String, byte[]> record, RecordMetadata sent, Study wish) {
    Topics topics = cluster.config().topics();
    String study = wish.getStudy();
    // A deletion is done when the study is gone; for any other wish it is a predecessor that goes.
    boolean deletion = wish.getRequestedState() == RequestedState.DELETED;
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
