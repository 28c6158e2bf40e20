package io.flexhb.service.installation;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;

/**
 * The committed offsets of the tuner's group. One request answers all tasks that start at the same
 * time: with 64 partitions a rebalance would otherwise make hundreds, one after the other.
 *
 * <p>A task asks only for topics whose offset is not kept with its state. Such an offset is from
 * before the state kept any, so an answer that is a few seconds old is still right. Thread-safe.
 */
final class CommittedOffsets {

  private static final long MAX_AGE_NANOS = Duration.ofSeconds(5).toNanos();

  private final Supplier<Map<TopicPartition, Long>> group;
  private final LongSupplier nanos;
  private Map<TopicPartition, Long> offsets;
  private long askedNanos;

  /**
   * @param group asks Kafka
   * @param nanos a monotonic clock
   */
  CommittedOffsets(Supplier<Map<TopicPartition, Long>> group, LongSupplier nanos) {
    this.group = group;
    this.nanos = nanos;
  }

  /** The offset of a partition; empty when the group has none. */
  synchronized OptionalLong of(TopicPartition partition) {
    long now = nanos.getAsLong();
    if (offsets == null || now - askedNanos > MAX_AGE_NANOS) {
      offsets = group.get();
      askedNanos = now;
    }
    Long offset = offsets.get(partition);
    return offset == null ? OptionalLong.empty() : OptionalLong.of(offset);
  }
}
