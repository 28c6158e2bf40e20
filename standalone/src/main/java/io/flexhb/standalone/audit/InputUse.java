package io.flexhb.standalone.audit;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The records in one partition of the tuner's input topics, and which of them were used. */
final class InputUse {

  private final Map<String, Map<Long, Long>> fingerprints = new HashMap<>();
  private final Map<String, OffsetSet> used = new HashMap<>();
  private final AuditedTopics topics;
  private final int partition;

  InputUse(AuditedTopics topics, int partition) {
    this.topics = topics;
    this.partition = partition;
    topics.inputs(
        partition,
        entry ->
            entry
                .value()
                .ifPresent(
                    record ->
                        fingerprints
                            .computeIfAbsent(entry.topic(), topic -> new HashMap<>())
                            .put(entry.offset(), Fingerprint.of(record))));
  }

  int partition() {
    return partition;
  }

  /** Whether the tuner reads that topic. */
  boolean isInput(String topic) {
    return topic.equals(topics.names().studies())
        || topic.equals(topics.names().workers())
        || topic.equals(topics.names().metrics())
        || topic.equals(topics.names().suggestions());
  }

  /** Marks an input as used; returns whether it was unused before. */
  boolean use(String topic, long offset) {
    return used.computeIfAbsent(topic, t -> new OffsetSet()).add(offset);
  }

  /** The fingerprint of the record there; empty when there is none. */
  Optional<Long> fingerprint(String topic, long offset) {
    return Optional.ofNullable(fingerprints.getOrDefault(topic, Map.of()).get(offset));
  }

  /** Whether a record may have been there that retention or compaction has removed. */
  boolean mayBeRemoved(String topic, long offset) {
    return topic.equals(topics.names().studies()) || offset < topics.beginning(topic, partition);
  }
}
