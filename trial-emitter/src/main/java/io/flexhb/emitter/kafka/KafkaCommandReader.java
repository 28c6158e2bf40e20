package io.flexhb.emitter.kafka;

import io.flexhb.avro.Command;
import io.flexhb.emitter.protocol.TrainingInterruptedException;
import io.flexhb.emitter.protocol.TunerUnavailableException;
import io.flexhb.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.utils.Utils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads commands of the followed studies on a thread of its own, from the end of their partitions.
 * Temporary failures are waited out.
 */
final class KafkaCommandReader {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaCommandReader.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration LOOK_UP = Duration.ofSeconds(2);
  private static final Duration BACKOFF = Duration.ofMillis(300);

  private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer;
  private final RecordCodec codec;
  private final Topics topics;
  private final Duration connectTimeout;
  private final Consumer<Command> onCommand;
  private final BrokerOutage outage;
  private final BrokerOutage registryOutage;
  private final Thread thread = new Thread(this::run, "flexhb-commands");

  private final Set<String> followed = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<Following> wanted = new ConcurrentLinkedQueue<>();

  /** Partitions that are read from a known position: studies on them need not wait. */
  private final Set<Integer> read = ConcurrentHashMap.newKeySet();

  /** Partition count of the commands topic; 0 before it is known. */
  private volatile int partitions;

  private volatile boolean closed;
  private volatile boolean ended;

  /** A request to follow a study. */
  private record Following(String study, long deadline, CompletableFuture<Void> done) {}

  KafkaCommandReader(
      org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer,
      RecordCodec codec,
      TransportSettings settings,
      Consumer<Command> onCommand) {
    this.consumer = consumer;
    this.codec = codec;
    this.topics = settings.topics();
    this.connectTimeout = settings.connectTimeout();
    this.onCommand = onCommand;
    this.outage = new BrokerOutage(LOG, "Commands from " + settings.bootstrapServers());
    this.registryOutage = new BrokerOutage(LOG, "Schema registry " + settings.schemaRegistryUrl());
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Returns once every command of the study written from now on will be read. */
  void follow(String study) {
    if (followed.contains(study)) {
      return;
    }
    if (partitions > 0 && read.contains(partitionOf(study))) {
      // Commands written from now on are behind the partition's position.
      followed.add(study);
      return;
    }
    Following following =
        new Following(
            study, System.nanoTime() + connectTimeout.toNanos(), new CompletableFuture<>());
    wanted.add(following);
    if (ended) {
      giveUp();
    }
    wakeUp();
    try {
      following.done().get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new TrainingInterruptedException("interrupted while connecting to study " + study);
    } catch (ExecutionException failed) {
      throw new TunerUnavailableException(failed.getCause().getMessage(), failed.getCause());
    }
  }

  void close(Duration patience) {
    closed = true;
    wakeUp();
    try {
      thread.join(patience.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (!closed) {
        try {
          followWanted();
          readOnce();
          outage.end();
        } catch (WakeupException toldToLookUp) {
          // Woken up to follow a study, or to end.
        } catch (InterruptException interrupted) {
          closed = true;
        } catch (KafkaException trouble) {
          outage.begin(trouble.toString());
          pause();
        }
      }
    } finally {
      ended = true;
      giveUp();
      // There is no group to leave, so there is no reason to wait for a missing broker.
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
  }

  private void readOnce() {
    if (consumer.assignment().isEmpty()) {
      pause();
      return;
    }
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
      if (record.key() != null
          && record.value() != null
          && followed.contains(new String(record.key(), StandardCharsets.UTF_8))) {
        deliver(record);
      }
    }
  }

  private void deliver(ConsumerRecord<byte[], byte[]> record) {
    while (!closed) {
      try {
        Command command = codec.decode(record.topic(), record.value());
        registryOutage.end();
        onCommand.accept(command);
        return;
      } catch (RetriableException passing) {
        registryOutage.begin(passing.getMessage());
        pause();
      } catch (SerializationException unreadable) {
        LOG.warn(
            "{}-{}@{} is not a command and is skipped: {}",
            record.topic(),
            record.partition(),
            record.offset(),
            unreadable.getMessage());
        return;
      } catch (RuntimeException bug) {
        // One command must not stop the reading of all others.
        LOG.error(
            "{}-{}@{} could not be handled",
            record.topic(),
            record.partition(),
            record.offset(),
            bug);
        return;
      }
    }
  }

  private void followWanted() {
    for (Iterator<Following> each = wanted.iterator(); each.hasNext(); ) {
      Following following = each.next();
      try {
        follow(following);
        each.remove();
        following.done().complete(null);
      } catch (WakeupException toldToLookUp) {
        throw toldToLookUp;
      } catch (KafkaException | MissingTopicException missing) {
        if (System.nanoTime() - following.deadline() > 0) {
          each.remove();
          following.done().completeExceptionally(missing);
        } else {
          outage.begin(missing.getMessage());
          pause();
        }
      }
    }
  }

  /**
   * Seeks to the end and requests the position. Otherwise the seek would only happen at the next
   * poll, which may be behind the answer to an ask sent meanwhile.
   */
  private void follow(Following following) {
    if (partitions == 0) {
      int found = requirePartitions(topics.commands());
      requirePartitions(topics.workers());
      requirePartitions(topics.metrics());
      partitions = found;
    }
    int number = partitionOf(following.study());
    TopicPartition partition = new TopicPartition(topics.commands(), number);
    if (!consumer.assignment().contains(partition)) {
      Set<TopicPartition> assigned = new HashSet<>(consumer.assignment());
      assigned.add(partition);
      consumer.assign(assigned);
      consumer.seekToEnd(Set.of(partition));
    }
    consumer.position(partition, LOOK_UP);
    followed.add(following.study());
    read.add(number);
  }

  /** The partition that Kafka's default partitioner chooses. */
  private int partitionOf(String study) {
    byte[] key = study.getBytes(StandardCharsets.UTF_8);
    return Utils.toPositive(Utils.murmur2(key)) % partitions;
  }

  private int requirePartitions(String topic) {
    List<PartitionInfo> partitions = consumer.partitionsFor(topic, LOOK_UP);
    if (partitions == null || partitions.isEmpty()) {
      throw new MissingTopicException(topic);
    }
    return partitions.size();
  }

  private void giveUp() {
    for (Following following = wanted.poll(); following != null; following = wanted.poll()) {
      following.done().completeExceptionally(new IllegalStateException("the client was closed"));
    }
  }

  private void wakeUp() {
    consumer.wakeup();
    LockSupport.unpark(thread);
  }

  /** Waits a little, or until there is something to do. */
  private void pause() {
    LockSupport.parkNanos(BACKOFF.toNanos());
    if (Thread.interrupted()) {
      closed = true;
    }
  }

  /** Thrown when the broker is reachable but a topic is missing. */
  private static final class MissingTopicException extends RuntimeException {
    MissingTopicException(String topic) {
      super(
          "topic "
              + topic
              + " does not exist: start the tuner, which creates its topics, or set its prefix");
    }
  }
}
