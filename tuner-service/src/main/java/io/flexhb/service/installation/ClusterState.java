package io.flexhb.service.installation;

import io.flexhb.service.failure.TunerException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.InterruptException;

/** Kafka's view of topics and groups, requested anew with each call. Thread-safe. */
public final class ClusterState {

  private final Admin admin;
  private final Duration timeout;

  /**
   * @param admin not owned
   * @param timeout of each request
   */
  public ClusterState(Admin admin, Duration timeout) {
    this.admin = admin;
    this.timeout = timeout;
  }

  /** Names of all topics that this client may see. */
  Set<String> topics() {
    return answer("list the topics", admin.listTopics().names());
  }

  /** Kafka's ids of topics, by name. */
  Map<String, String> topicIds(Collection<String> topics) {
    Map<String, String> ids = new TreeMap<>();
    describe(topics).forEach((name, topic) -> ids.put(name, topic.topicId().toString()));
    return ids;
  }

  private Map<String, TopicDescription> describe(Collection<String> topics) {
    return answer("describe the topics " + topics, admin.describeTopics(topics).allTopicNames());
  }

  /** Number of partitions of a topic. */
  int partitions(String topic) {
    return describe(List.of(topic)).get(topic).partitions().size();
  }

  /** Offset of the next record of each partition of a topic. */
  Map<TopicPartition, Long> ends(String topic) {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    describe(List.of(topic))
        .get(topic)
        .partitions()
        .forEach(p -> wanted.put(new TopicPartition(topic, p.partition()), OffsetSpec.latest()));
    return ends(wanted);
  }

  /** Offset of the next record of a partition. */
  long end(String topic, int partition) {
    TopicPartition of = new TopicPartition(topic, partition);
    return ends(Map.of(of, OffsetSpec.latest())).get(of);
  }

  private Map<TopicPartition, Long> ends(Map<TopicPartition, OffsetSpec> wanted) {
    return answer("read the ends of topics", admin.listOffsets(wanted).all()).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, end -> end.getValue().offset()));
  }

  /** Whether a record was ever written to the topic; it may have been deleted since. */
  boolean wasWritten(String topic) {
    return ends(topic).values().stream().anyMatch(end -> end > 0);
  }

  /** The committed offsets of a group; empty when the group does not exist or is not visible. */
  Map<TopicPartition, Long> committed(String group) {
    Map<TopicPartition, OffsetAndMetadata> offsets;
    try {
      offsets =
          answer(
              "read the offsets of group " + group,
              admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    } catch (TunerException failed) {
      if (failed.getCause() instanceof GroupIdNotFoundException
          || failed.getCause() instanceof AuthorizationException) {
        return Map.of();
      }
      throw failed;
    }
    Map<TopicPartition, Long> committed = new HashMap<>();
    offsets.forEach(
        (partition, offset) -> {
          if (offset != null) {
            committed.put(partition, offset.offset());
          }
        });
    return committed;
  }

  /** The live members of a group, by instance id, for messages. */
  List<String> members(String group) {
    try {
      ConsumerGroupDescription found =
          answer("describe group " + group, admin.describeConsumerGroups(List.of(group)).all())
              .get(group);
      return found.members().stream().map(ClusterState::name).distinct().sorted().toList();
    } catch (TunerException failed) {
      if (failed.getCause() instanceof GroupIdNotFoundException) {
        return List.of();
      }
      throw failed;
    }
  }

  private static String name(MemberDescription member) {
    return Optional.ofNullable(member.groupInstanceId().orElse(null)).orElse(member.consumerId())
        + " on "
        + member.host();
  }

  private <T> T answer(String what, KafkaFuture<T> future) {
    try {
      return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      throw new TunerException(
          "Kafka refuses to " + what + ": " + failed.getCause().getMessage(), failed.getCause());
    } catch (TimeoutException late) {
      throw new TunerException("Kafka did not answer in time when asked to " + what, late);
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }
}
