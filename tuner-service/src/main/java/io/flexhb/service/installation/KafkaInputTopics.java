package io.flexhb.service.installation;

import io.flexhb.service.stream.InputTopicChangedException;
import io.flexhb.service.stream.InputTopics;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/** The input topics of a claim, and Kafka's view of them. Thread-safe. */
public final class KafkaInputTopics implements InputTopics {

  private final Claim claim;
  private final ClusterState cluster;
  private final CommittedOffsets committed;

  /** The topics of the claim in force. */
  public KafkaInputTopics(Claim claim, ClusterState cluster) {
    this.claim = claim;
    this.cluster = cluster;
    this.committed =
        new CommittedOffsets(() -> cluster.committed(claim.applicationId()), System::nanoTime);
  }

  @Override
  public String id(String topic) {
    return claim.topicIds().get(topic);
  }

  @Override
  public String takeOver() {
    return claim.takeOver();
  }

  @Override
  public OptionalLong committed(String topic, int partition) {
    return committed.of(new TopicPartition(topic, partition));
  }

  @Override
  public long end(String topic, int partition) {
    return cluster.end(topic, partition);
  }

  @Override
  public void requireUnchanged(String topic, int partition, long used) {
    requireIds(cluster.topicIds(List.of(topic)));
    long end = cluster.end(topic, partition);
    if (end < used) {
      throw InputTopicChangedException.truncated(topic, partition, end, used);
    }
  }

  /**
   * Requires that all topics are still those of the claim; asks the broker.
   *
   * @throws InputTopicChangedException when a topic was recreated
   */
  void requireUnchanged() {
    requireIds(cluster.topicIds(claim.topicIds().keySet()));
  }

  private void requireIds(Map<String, String> found) {
    found.forEach(
        (topic, id) -> {
          if (!id.equals(id(topic))) {
            throw InputTopicChangedException.anotherTopic(topic, id(topic), id);
          }
        });
  }
}
