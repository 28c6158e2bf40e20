package io.flexhb.standalone.it.cluster;

import io.flexhb.avro.Checkpoint;
import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.MetricStatus;
import io.flexhb.avro.MetricValue;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.WorkRequest;
import io.flexhb.registry.AvroCodec;
import io.flexhb.standalone.it.Await;
import io.flexhb.standalone.it.ToyStudy;
import io.flexhb.standalone.it.TunerHarness;
import io.flexhb.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A worker without the emitter: it sends what a test wants, as often and to the partition that the
 * test wants, and repeats nothing by itself. Used by one thread.
 */
final class RawWorker implements AutoCloseable {

  private final ToyStudy study;
  private final String name;
  private final Topics topics;
  private final AvroCodec codec;
  private final ToIntFunction<byte[]> partitioner;
  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Deque<Command> unread = new ArrayDeque<>();
  private long askSequence;

  /**
   * @param partitioner key to partition
   */
  RawWorker(TunerHarness harness, ToyStudy study, String name, ToIntFunction<byte[]> partitioner) {
    this.study = study;
    this.name = name;
    this.topics = harness.topics();
    this.codec = harness.codec();
    this.partitioner = partitioner;
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", harness.broker().bootstrapServers(), "linger.ms", 0),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    this.consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                harness.broker().bootstrapServers(),
                "isolation.level",
                "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> partitions =
        consumer.partitionsFor(topics.commands()).stream()
            .map(p -> new TopicPartition(p.topic(), p.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
  }

  /** One that puts records where Java clients do. */
  static RawWorker of(TunerHarness harness, ToyStudy study) {
    return new RawWorker(harness, study, "raw", key -> -1);
  }

  /** Sends a record of the study; returns where it lies. */
  RecordMetadata send(String topic, SpecificRecord record) {
    byte[] key = study.name().getBytes(StandardCharsets.UTF_8);
    int partition = partitioner.applyAsInt(key);
    try {
      return producer
          .send(
              new ProducerRecord<>(
                  topic, partition < 0 ? null : partition, key, codec.encode(topic, record)))
          .get();
    } catch (ExecutionException failed) {
      throw new AssertionError("could not write to " + topic, failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  /** Asks anew, and for as long as there is nothing to do; returns the grant, or RELEASE. */
  Command ask() {
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
        topics.workers(),
        new WorkRequest(study.name(), null, name, 0, askSequence, List.of(), Instant.now()));
    return next(
        "an answer to ask " + askSequence,
        c -> c.getWorker().equals(name) && c.getAskSequence() == askSequence);
  }

  /** The next command of the study that fits; those before it are forgotten. */
  Command next(String what, Predicate<Command> fits) {
    Deque<Command> found = new ArrayDeque<>();
    Await.until(
        () -> "worker " + name + " awaits " + what,
        () -> {
          poll();
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

  private void poll() {
    consumer
        .poll(Duration.ofMillis(20))
        .forEach(
            record -> {
              Command command = codec.decode(record.topic(), record.value(), Command.class);
              if (command.getStudy().equals(study.name())) {
                unread.add(command);
              }
            });
  }

  /** What the tuner next says about the trial of the grant, other than the grant once more. */
  Command nextAbout(Command grant) {
    return next(
        "a word about trial " + grant.getTrial(),
        c -> c.getTrial() == grant.getTrial() && !c.getId().equals(grant.getId()));
  }

  /** Says that the attempt runs. */
  void started(Command grant) {
    send(topics.metrics(), event(grant, TrialEventKind.STARTED));
  }

  /** Reports a loss, with a checkpoint of that resource. */
  RecordMetadata report(Command grant, long resource, double loss) {
    TrialEvent event = event(grant, TrialEventKind.METRICS);
    event.setResource(resource);
    event.setValues(Map.of("loss", new MetricValue(MetricStatus.FINITE, loss)));
    event.setCheckpoint(new Checkpoint(resource, "raw:" + grant.getTrial() + "@" + resource));
    return send(topics.metrics(), event);
  }

  /** Reports the boundary of the grant; returns what the tuner says to it. */
  Command reportBoundary(Command grant, double loss) {
    report(grant, grant.getUntilResource(), loss);
    return nextAbout(grant);
  }

  /** An event of the attempt that saw its grant and nothing since. */
  TrialEvent event(Command grant, TrialEventKind kind) {
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
    event.setSentAt(Instant.now());
    return event;
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(2));
    consumer.close();
  }
}
