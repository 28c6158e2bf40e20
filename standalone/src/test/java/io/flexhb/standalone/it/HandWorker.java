package io.flexhb.standalone.it;

import io.flexhb.avro.Checkpoint;
import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.MetricStatus;
import io.flexhb.avro.MetricValue;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.WorkRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * A worker that a test plays itself, record by record: it does only what it is told, falls silent
 * and speaks again, whatever the tuner says. Used by one thread.
 */
final class HandWorker implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(20);

  private final TunerHarness harness;
  private final ToyStudy study;
  private final String name;
  private final KafkaConsumer<String, byte[]> consumer;
  private final List<Command> commands = new ArrayList<>();
  private long asks;

  HandWorker(TunerHarness harness, ToyStudy study, String name) {
    this.harness = harness;
    this.study = study;
    this.name = name;
    this.consumer = harness.committed().consumer();
    List<TopicPartition> partitions =
        consumer.partitionsFor(harness.topics().commands()).stream()
            .map(p -> new TopicPartition(p.topic(), p.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** Asks for a trial and starts it. */
  Command askAndStart() {
    WorkRequest ask =
        new WorkRequest(study.name(), null, name, 0, ++asks, List.of(), Instant.EPOCH);
    harness.send(harness.topics().workers(), study.name(), ask);
    Command grant =
        await(
            "a grant",
            c -> c.getAskSequence() == ask.getAskSequence() && c.getKind() != CommandKind.WAIT);
    harness.send(harness.topics().metrics(), study.name(), event(grant, TrialEventKind.STARTED));
    return grant;
  }

  /** Reports a loss at a resource, with the checkpoint a {@link ToyWorkers toy worker} wants. */
  void report(Command grant, long resource, double loss) {
    TrialEvent event = event(grant, TrialEventKind.METRICS);
    event.setResource(resource);
    event.setValues(Map.of("loss", new MetricValue(MetricStatus.FINITE, loss)));
    event.setCheckpoint(
        new Checkpoint(resource, ToyWorkers.checkpoint(study.name(), grant.getTrial(), resource)));
    harness.send(harness.topics().metrics(), study.name(), event);
  }

  private TrialEvent event(Command grant, TrialEventKind kind) {
    TrialEvent event = new TrialEvent();
    event.setStudy(study.name());
    event.setIncarnation(grant.getIncarnation());
    event.setTrial(grant.getTrial());
    event.setAttempt(grant.getAttempt());
    event.setWorker(name);
    event.setSlot(grant.getSlot());
    event.setCommandSeen(grant.getId());
    event.setKind(kind);
    event.setValues(Map.of());
    event.setMessage("");
    event.setSentAt(Instant.EPOCH);
    return event;
  }

  /** Waits for a command to this worker, old ones too. */
  Command await(String what, Predicate<Command> wanted) {
    Await.until(
        () -> name + " awaits " + what + ", has heard " + commands,
        () -> {
          hear();
          return find(wanted).isPresent();
        });
    return find(wanted).orElseThrow();
  }

  private Optional<Command> find(Predicate<Command> wanted) {
    return commands.stream().filter(wanted).findFirst();
  }

  private void hear() {
    for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
      harness
          .committed()
          .decode(record, Command.class)
          .value()
          .filter(c -> c.getStudy().equals(study.name()) && c.getWorker().equals(name))
          .ifPresent(commands::add);
    }
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ZERO));
  }
}
