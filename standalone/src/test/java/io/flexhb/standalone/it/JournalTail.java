package io.flexhb.standalone.it;

import io.flexhb.avro.JournalEntry;
import io.flexhb.client.journal.StudyReplica;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Follows the journal of one incarnation of a study, committed decisions only, and knows the
 * study's state from it. A decision that is missing or doubled is an error here already. Used by
 * one thread.
 */
public final class JournalTail implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(20);

  private final KafkaConsumer<String, byte[]> consumer;
  private final CommittedTopics committed;
  private final ToyStudy study;
  private final StudyReplica replica = new StudyReplica();
  private boolean earlier;
  private final List<JournalEntry> entries = new ArrayList<>();
  private final List<Fact> facts = new ArrayList<>();

  JournalTail(CommittedTopics committed, String topic, ToyStudy study) {
    this.committed = committed;
    this.study = study;
    this.consumer = committed.consumer();
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(p -> new TopicPartition(topic, p.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** The decisions read so far. */
  public List<JournalEntry> entries() {
    return List.copyOf(entries);
  }

  /** The newest decision read. */
  public JournalEntry newest() {
    return entries.get(entries.size() - 1);
  }

  /** The facts of a kind read so far; none of a study that an earlier build began. */
  public <F extends Fact> List<F> facts(Class<F> kind) {
    return facts.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /**
   * The state after the newest decision read; empty before the study is made, and when an earlier
   * build began it.
   */
  public Optional<StudyState> state() {
    return replica.state();
  }

  /** Whether the study's end was read. */
  public boolean isOver() {
    return state().map(s -> s.status().isOver()).orElse(false);
  }

  /** Reads what has come, waiting a moment for it. */
  public void poll() {
    for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
      committed
          .decode(record, JournalEntry.class)
          .value()
          .filter(entry -> entry.getIncarnation().equals(study.incarnation()))
          .ifPresent(
              entry -> {
                // What another engine decided cannot be decided again, nor what follows.
                earlier |= !entry.getEngineVersion().equals(StudyEngine.VERSION);
                if (!earlier) {
                  facts.addAll(replica.accept(entry).facts());
                }
                entries.add(entry);
              });
    }
  }

  /** Reads on until the condition holds. */
  public void until(String what, BooleanSupplier condition) {
    Supplier<String> message = () -> "awaiting " + what + ": " + progress();
    Await.until(
        message,
        () -> {
          poll();
          return condition.getAsBoolean();
        });
  }

  /** Reads on until the study is over; returns its last state. */
  public StudyState untilOver() {
    until("the end of the study", this::isOver);
    return state().orElseThrow();
  }

  /** How far the study is, for people. */
  public String progress() {
    return state()
        .map(
            s ->
                "study %s is %s after %d decisions, %d trials, %s, last: %s"
                    .formatted(
                        study.name(),
                        s.status(),
                        s.sequence(),
                        s.trials().size(),
                        s.budget(),
                        newest()))
        .orElse("study " + study.name() + " was not made");
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ZERO));
  }
}
