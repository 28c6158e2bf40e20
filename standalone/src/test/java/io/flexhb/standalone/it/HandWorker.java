package io.flexhb.standalone.it;

import io.flexhb.avro.Checkpoint;
import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.MetricStatus;
import io.flexhb.avro.MetricValue;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.WorkRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * A worker that a test controls record by record. It sends what the test wants, as many times and
 * to the partition that the test wants; it neither repeats nor obeys anything by itself. Used by
 * one thread.
 */
public final class HandWorker implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(20);

  private final TunerHarness harness;
  private final ToyStudy study;
  private final String name;
  private final Optional<ToIntFunction<byte[]>> partitioner;
  private final KafkaConsumer<String, byte[]> consumer;
  private final Deque<Command> unread = new ArrayDeque<>();
  private long askSequence;
  private Duration clockBehind = Duration.ZERO;

  /** One that puts records where Java clients do. */
  public HandWorker(TunerHarness harness, ToyStudy study, String name) {
    this(harness, study, name, Optional.empty());
  }

  /**
   * One that puts records elsewhere.
   *
   * @param partitioner key to partition
   */
  public HandWorker(
      TunerHarness harness, ToyStudy study, String name, ToIntFunction<byte[]> partitioner) {
    this(harness, study, name, Optional.of(partitioner));
  }

  private HandWorker(
      TunerHarness harness,
      ToyStudy study,
      String name,
      Optional<ToIntFunction<byte[]>> partitioner) {
    this.harness = harness;
    this.study = study;
    this.name = name;
    this.partitioner = partitioner;
    this.consumer = harness.committed().consumer();
    List<TopicPartition> partitions =
        consumer.partitionsFor(harness.topics().commands()).stream()
            .map(p -> new TopicPartition(p.topic(), p.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
  }

  /** From now on its clock is so far behind that of others. */
  public HandWorker clockBehind(Duration time) {
    clockBehind = time;
    return this;
  }

  /** Sends a record of the study; returns where it lies. */
  public RecordMetadata send(String topic, SpecificRecord record) {
    byte[] key = study.name().getBytes(StandardCharsets.UTF_8);
    return partitioner
        .map(p -> harness.send(topic, p.applyAsInt(key), study.name(), record))
        .orElseGet(() -> harness.send(topic, study.name(), record));
  }

  /** Asks anew, and for as long as there is nothing to do; returns the grant, or RELEASE. */
  public Command ask() {
    askSequence++;
    Command answer = sendAsk();
    while (answer.getKind() == CommandKind.WAIT) {
      Await.pause(Duration.ofMillis(50));
      answer = sendAsk();
    }
    return answer;
  }

  private Command sendAsk() {
    send(
        harness.topics().workers(),
        new WorkRequest(study.name(), null, name, 0, askSequence, List.of(), null, Instant.now()));
    return next("an answer to ask " + askSequence, c -> c.getAskSequence() == askSequence);
  }

  /** The next command to this worker that fits; those before it are forgotten. */
  public Command next(String what, Predicate<Command> fits) {
    Deque<Command> found = new ArrayDeque<>();
    Await.until(
        () -> "worker " + name + " awaits " + what,
        () -> {
          hear();
          while (found.isEmpty() && !unread.isEmpty()) {
            Command command = unread.remove();
            if (fits.test(command)) {
              found.add(command);
            }
          }
          return !found.isEmpty();
        });
    return found.remove();
  }

  private void hear() {
    consumer
        .poll(POLL)
        .forEach(
            record ->
                harness
                    .committed()
                    .decode(record, Command.class)
                    .value()
                    .filter(c -> c.getStudy().equals(study.name()) && c.getWorker().equals(name))
                    .ifPresent(unread::add));
  }

  /** What the tuner next says about the trial of the grant, other than the grant once more. */
  public Command nextAbout(Command grant) {
    return next(
        "a word about trial " + grant.getTrial(),
        c -> c.getTrial() == grant.getTrial() && !c.getId().equals(grant.getId()));
  }

  /** Reports that the attempt runs. */
  public void started(Command grant) {
    send(harness.topics().metrics(), event(grant, TrialEventKind.STARTED));
  }

  /** Reports a loss, with the checkpoint of that resource a {@link ToyWorkers toy worker} wants. */
  public RecordMetadata report(Command grant, long resource, double loss) {
    TrialEvent event = event(grant, TrialEventKind.METRICS);
    event.setResource(resource);
    event.setValues(Map.of("loss", new MetricValue(MetricStatus.FINITE, loss)));
    event.setCheckpoint(
        new Checkpoint(resource, ToyWorkers.checkpoint(study.name(), grant.getTrial(), resource)));
    return send(harness.topics().metrics(), event);
  }

  /** Reports the boundary of the grant; returns what the tuner says to it. */
  public Command reportBoundary(Command grant, double loss) {
    report(grant, grant.getUntilResource(), loss);
    return nextAbout(grant);
  }

  /** An event of the attempt that saw its grant and nothing since. */
  private TrialEvent event(Command grant, TrialEventKind kind) {
    TrialEvent event = new TrialEvent();
    event.setStudy(study.name());
    event.setIncarnation(grant.getIncarnation());
    event.setTrial(grant.getTrial());
    event.setAttempt(grant.getAttempt());
    event.setWorker(name);
    event.setSlot(0);
    event.setCommandSeen(grant.getId());
    event.setKind(kind);
    event.setValues(Map.of());
    event.setMessage("");
    event.setSentAt(Instant.now().minus(clockBehind));
    return event;
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ZERO));
  }
}
