package io.flexhb.service.installation;

import io.flexhb.service.config.ClientSettings;
import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.service.failure.TunerException;
import io.flexhb.service.store.UsedOffsetStore;
import io.flexhb.service.store.UsedOffsetStore.UsedOffset;
import io.flexhb.topics.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;

/**
 * Copies the state of an application's studies to another application: the newest entry of each key
 * of its changelog, and its group's offsets, which become used offsets in the new changelog.
 */
public final class StateCopy {

  private static final Duration POLL = Duration.ofMillis(100);

  private final TunerConfig config;
  private final Topics topics;
  private final Admin admin;
  private final ClusterState cluster;
  private final Duration timeout;

  /**
   * @param admin not owned
   */
  public StateCopy(TunerConfig config, Admin admin, ClusterState cluster) {
    this.config = config;
    this.topics = config.topics();
    this.admin = admin;
    this.cluster = cluster;
    this.timeout = config.millis(Setting.CONNECT_TIMEOUT_MS);
  }

  /**
   * Copies it; returns the number of entries.
   *
   * @throws TunerException when the new owner already has a state, or the former owner has none
   */
  long copy(String from, String to) {
    String source = Ownership.changelog(from);
    String target = Ownership.changelog(to);
    if (!cluster.topics().contains(source)) {
      // The former owner has the topics but has decided nothing.
      return 0;
    }
    if (cluster.topics().contains(target) && cluster.wasWritten(target)) {
      throw new TunerException(
          "application "
              + to
              + " already has a state, in "
              + target
              + ": take over the topics with an application id that has none. If an interrupted"
              + " take-over left that topic, delete it and run this again");
    }
    int partitions = cluster.partitions(source);
    Map<TopicPartition, Long> committed = cluster.committed(from);
    if (!cluster.topics().contains(target)) {
      create(target, partitions);
    }
    try (Producer<byte[], byte[]> producer = producer()) {
      AtomicReference<Exception> failure = new AtomicReference<>();
      long entries = 0;
      for (int partition = 0; partition < partitions; partition++) {
        Map<Bytes, byte[]> newest = read(new TopicPartition(source, partition));
        addOffsets(newest, committed, partition);
        for (Map.Entry<Bytes, byte[]> entry : newest.entrySet()) {
          producer.send(
              new ProducerRecord<>(target, partition, entry.getKey().get(), entry.getValue()),
              (sent, failed) -> {
                if (failed != null) {
                  failure.compareAndSet(null, failed);
                }
              });
        }
        entries += newest.size();
      }
      producer.flush();
      if (failure.get() != null) {
        throw new TunerException(
            "the state cannot be copied to "
                + target
                + ": "
                + failure.get().getMessage()
                + "; delete that topic before you run this again",
            failure.get());
      }
      return entries;
    }
  }

  private void create(String target, int partitions) {
    Map<String, String> settings = new HashMap<>(new ClientSettings(config).changelog());
    settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
    int replication = config.whole(Setting.TOPIC_REPLICATION);
    NewTopic topic =
        new NewTopic(
                target,
                Optional.of(partitions),
                replication < 0 ? Optional.empty() : Optional.of((short) replication))
            .configs(settings);
    try {
      admin.createTopics(List.of(topic)).all().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException failed) {
      throw new TunerException("cannot create " + target + ": " + failed.getMessage(), failed);
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }

  private Producer<byte[], byte[]> producer() {
    Map<String, Object> settings = new ClientSettings(config).producer();
    settings.put(
        ProducerConfig.CLIENT_ID_CONFIG, config.text(Setting.APPLICATION_ID) + "-take-over");
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** The newest entry of each key, in the order of the keys. */
  private Map<Bytes, byte[]> read(TopicPartition partition) {
    try (Consumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            new ClientSettings(config).reader(),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      Map<Bytes, byte[]> newest = new TreeMap<>();
      while (consumer.position(partition) < end) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          if (record.value() == null) {
            newest.remove(Bytes.wrap(record.key()));
          } else {
            newest.put(Bytes.wrap(record.key()), record.value());
          }
        }
      }
      return newest;
    } catch (InterruptException interrupted) {
      throw interrupted;
    } catch (KafkaException failed) {
      throw new TunerException("cannot read " + partition + ": " + failed.getMessage(), failed);
    }
  }

  /** For a state written by an earlier version, only the group's offsets say what was used. */
  private void addOffsets(
      Map<Bytes, byte[]> entries, Map<TopicPartition, Long> committed, int partition) {
    Map<String, String> ids = cluster.topicIds(topics.inputs());
    for (String topic : topics.inputs()) {
      Long offset = committed.get(new TopicPartition(topic, partition));
      if (offset != null) {
        entries.putIfAbsent(
            UsedOffsetStore.key(topic),
            UsedOffsetStore.encode(new UsedOffset(ids.get(topic), offset, "")));
      }
    }
  }
}
