package io.flexhb.service.stream;

import java.util.OptionalLong;

/** What the stream tasks need to know of their input topics. Thread-safe; calls may block. */
public interface InputTopics {

  /** Kafka's id of the topic that the state goes with. */
  String id(String topic);

  /** Id of the newest take-over of the installation; empty when there was none. */
  String takeOver();

  /** Where the group stands that the tuner belongs to; empty when Kafka does not know. */
  OptionalLong committed(String topic, int partition);

  /** The offset that the next record of the partition will have. */
  long end(String topic, int partition);

  /**
   * Asks the broker whether the topic is the one that the state goes with, and whether its records
   * up to the offset can have been there.
   *
   * @param used the offset after the last record that was used
   * @throws InputTopicChangedException when they cannot
   */
  void requireUnchanged(String topic, int partition, long used);
}
