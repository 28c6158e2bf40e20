package io.flexhb.service.stream;

import java.util.OptionalLong;

/** What the stream tasks need to know about their input topics. Thread-safe; calls may block. */
public interface InputTopics {

  /** Kafka's id of the topic to which the state belongs. */
  String id(String topic);

  /** Id of the newest take-over of the installation; empty when there was none. */
  String takeOver();

  /** The committed offset of the tuner's group; empty when Kafka has none. */
  OptionalLong committed(String topic, int partition);

  /** The offset that the next record of the partition will have. */
  long end(String topic, int partition);

  /**
   * Requires that the topic is the one to which the state belongs, and that it reaches the offset;
   * asks the broker.
   *
   * @param used the offset after the last record that was used
   * @throws InputTopicChangedException when one of the two does not hold
   */
  void requireUnchanged(String topic, int partition, long used);
}
