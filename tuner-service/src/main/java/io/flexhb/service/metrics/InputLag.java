package io.flexhb.service.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The age of the oldest record that a stream thread has read but not processed: how far the tuner
 * is behind, in time, by the producers' clocks. Records of a failed thread count until another
 * thread processes their partition. Thread-safe.
 */
public final class InputLag {

  /**
   * How long the partitions of a failed thread count as this tuner's: after the session timeout at
   * the latest, another thread or another tuner has them.
   */
  private static final long ORPHANED_MILLIS = 30_000;

  private final int partitions;
  private final MeterRegistry registry;
  private final ThreadLocal<Boolean> failing = ThreadLocal.withInitial(() -> false);

  /** For each partition, when its thread failed, in epoch milliseconds; 0 when it did not. */
  private final AtomicLongArray orphaned;

  private final Map<String, OfTopic> topics = new ConcurrentHashMap<>();

  InputLag(MeterRegistry registry, int partitions) {
    this.registry = registry;
    this.partitions = partitions;
    this.orphaned = new AtomicLongArray(partitions);
  }

  /**
   * The lag of one topic.
   *
   * @param kind the topic's purpose: its name without the installation's prefix
   */
  public OfTopic of(String topic, String kind) {
    return topics.computeIfAbsent(
        topic,
        t -> {
          OfTopic lag = new OfTopic(partitions, orphaned);
          Gauge.builder("flexhb.input.lag", lag, OfTopic::seconds)
              .description("Age of the oldest record that was read but not processed")
              .baseUnit("seconds")
              .tag("topic", kind)
              .strongReference(true)
              .register(registry);
          return lag;
        });
  }

  /** A record was processed. */
  public void processed(String topic, int partition, long offset) {
    OfTopic lag = topics.get(topic);
    if (lag != null) {
      lag.processed(partition, offset);
    }
  }

  /** The calling thread fails: the records it gives up are not processed. */
  void threadFails() {
    failing.set(true);
  }

  /** The calling thread has the partition and can process it. */
  public void found(int partition) {
    if (partition < partitions) {
      orphaned.set(partition, 0);
    }
  }

  /** The calling thread gives up the partition. */
  public void forget(int partition) {
    if (!failing.get()) {
      topics.values().forEach(lag -> lag.forget(partition));
    } else if (partition < partitions) {
      orphaned.set(partition, System.currentTimeMillis());
    }
  }

  /** Whether the partition of a failed thread has no new owner yet, as far as this tuner knows. */
  boolean hasOrphans() {
    long now = System.currentTimeMillis();
    for (int i = 0; i < partitions; i++) {
      if (orphaned.get(i) != 0 && isOurs(orphaned, i, now)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOurs(AtomicLongArray orphaned, int partition, long now) {
    long since = orphaned.get(partition);
    return since == 0 || now - since < ORPHANED_MILLIS;
  }

  /** The lag of one topic: the next record of each partition. Thread-safe. */
  public static final class OfTopic {
    private final AtomicLongArray offsets;

    /**
     * For each partition, the producer's timestamp of the next record, in epoch milliseconds; 0
     * when there is none.
     */
    private final AtomicLongArray made;

    private final AtomicLongArray orphaned;

    OfTopic(int partitions, AtomicLongArray orphaned) {
      this.orphaned = orphaned;
      offsets = new AtomicLongArray(partitions);
      made = new AtomicLongArray(partitions);
    }

    /** Sets the next record of a partition. */
    public void next(int partition, long offset, long madeAt) {
      if (partition < made.length()) {
        offsets.set(partition, offset);
        made.set(partition, Math.max(1, madeAt));
      }
    }

    void processed(int partition, long offset) {
      if (partition < made.length() && offsets.get(partition) <= offset) {
        made.set(partition, 0);
      }
    }

    void forget(int partition) {
      if (partition < made.length()) {
        made.set(partition, 0);
      }
    }

    double seconds() {
      long now = System.currentTimeMillis();
      long oldest = 0;
      for (int i = 0; i < made.length(); i++) {
        long at = made.get(i);
        if (at != 0 && isOurs(orphaned, i, now)) {
          oldest = Math.max(oldest, now - at);
        }
      }
      return oldest / 1000.0;
    }
  }
}
