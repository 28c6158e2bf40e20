package io.flexhb.standalone.cli;

import io.flexhb.avro.Checkpoint;
import io.flexhb.avro.Configuration;
import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.JournalFact;
import io.flexhb.avro.JournalReason;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.avro.TrialStatus;
import io.flexhb.avro.TrialView;
import io.flexhb.client.Cluster;
import io.flexhb.client.StudyClientConfig;
import io.flexhb.client.TopicReader;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Answers each study record with one entry in the journal, as a tuner would. */
public final class FakeTuner implements AutoCloseable {
  private final Cluster cluster;
  private final Producer<String, byte[]> producer;
  private final Thread thread;
  private final TopicReader reader;
  private volatile boolean closed;
  private long sequence;

  public FakeTuner(StudyClientConfig config) {
    this.cluster = Cluster.connect(config);
    this.producer = cluster.producer();
    String studies = config.topics().studies();
    this.reader = cluster.readerAtBeginning(cluster.allPartitionsOf(studies));
    this.thread = new Thread(this::run, "fake-tuner");
    thread.start();
  }

  private void run() {
    while (!closed) {
      for (ConsumerRecord<String, byte[]> record : reader.poll()) {
        if (record.value() != null) {
          decide(record, cluster.codec().decode(record.topic(), record.value(), Study.class));
        }
      }
    }
  }

  private void decide(ConsumerRecord<String, byte[]> record, Study study) {
    boolean active = study.getRequestedState() == RequestedState.ACTIVE;
    JournalFact fact =
        active
            ? new JournalFact("StudyCreated", -1, Map.of())
            : new JournalFact(
                "StatusChanged", -1, Map.of("status", study.getRequestedState().toString()));
    entry(
        study,
        record.topic(),
        record.partition(),
        record.offset(),
        List.of(fact),
        List.of(new JournalReason("study", -1, "as wished", Map.of())));
  }

  /** Puts a decision into the journal. */
  public synchronized void entry(
      Study study,
      String topic,
      int partition,
      long offset,
      List<JournalFact> facts,
      List<JournalReason> reasons) {
    sequence++;
    send(
        cluster.config().topics().decisions(),
        study.getStudy(),
        study.getStudy() + "/" + "%012d".formatted(sequence),
        new JournalEntry(
            study.getStudy(),
            study.getIncarnation(),
            sequence,
            Instant.ofEpochMilli(1_000 * sequence),
            "1",
            topic,
            partition,
            offset,
            null,
            facts,
            List.of(),
            reasons));
  }

  /** Puts a trial's view. */
  public void trial(
      Study study, int number, TrialStatus status, long resource, Double value, double lr) {
    String reason = status == TrialStatus.FAILED ? "failed after 3 attempt(s): no lr" : "";
    trial(study, number, status, resource, value, lr, "ckpt-" + number, reason);
  }

  /** Puts a trial's view with what a worker may have written. */
  public void trial(
      Study study,
      int number,
      TrialStatus status,
      long resource,
      Double value,
      double lr,
      String checkpoint,
      String reason) {
    UUID incarnation = study.getIncarnation();
    send(
        cluster.config().topics().trials(),
        study.getStudy(),
        study.getStudy() + "/" + number,
        new TrialView(
            study.getStudy(),
            incarnation,
            number,
            status,
            new Configuration(Map.of("lr", lr), Map.of()),
            "fgf",
            0,
            0,
            1,
            0,
            0,
            resource,
            Map.of(),
            value,
            "",
            new Checkpoint(resource, checkpoint),
            reason,
            "",
            number + 1L,
            Instant.EPOCH,
            null));
  }

  private void send(String topic, String study, String key, SpecificRecord record) {
    int partition = cluster.partitionOf(topic, study).partition();
    byte[] value = cluster.codec().encode(topic, record);
    try {
      producer.send(new ProducerRecord<>(topic, partition, key, value)).get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    reader.close();
    producer.close();
    cluster.close();
  }
}
