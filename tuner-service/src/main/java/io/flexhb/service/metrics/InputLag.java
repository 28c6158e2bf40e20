package io.flexhb.service.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How old the oldest record is that a stream thread has in hand and has not dealt with: how far the
 * tuner is behind, in time. By the clocks of the producers. What a thread that failed had in hand
 * counts until its partition is dealt with again. Thread-safe.
 */
public final class InputLag {

  /**
   * How long the partitions of a thread that failed count as this tuner's: another thread has them
   * after the session timeout at the latest, or another tuner has.
   */
  private static final long ORPHANED_MILLIS = 30_000;

  private final int partitions;
  private final MeterRegistry registry;
  private final ThreadLocal<Boolean> failing = ThreadLocal.withInitial(() -> false);

  /** Of each partition when the thread that had it failed, epoch milliseconds; 0 when none did. */
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
   * @param kind what the topic is for, without the prefix of an installation
   */
  public OfTopic of(String topic, String kind) {
    return topics.computeIfAbsent(
        topic,
        t -> {
          OfTopic lag = new OfTopic(partitions, orphaned);
          Gauge.builder("flexhb.input.lag", lag, OfTopic::seconds)
              .description("Age of the oldest record in hand that is not dealt with")
              .baseUnit("seconds")
              .tag("topic", kind)
              .strongReference(true)
              .register(registry);
          return lag;
        });
  }

  /** A record was dealt with. */
  public void dealtWith(String topic, int partition, long offset) {
    OfTopic lag = topics.get(topic);
    if (lag != null) {
      lag.dealtWith(partition, offset);
    }
  }

  /** The thread that calls fails: what it gives up is not dealt with. */
  void threadFails() {
    failing.set(true);
  }

  /** The thread that calls has the partition, and can deal with it. */
  public void found(int partition) {
    if (partition < partitions) {
      orphaned.set(partition, 0);
    }
  }

  /** The thread that calls gives the partition up. */
  public void forget(int partition) {
    if (!failing.get()) {
      topics.values().forEach(lag -> lag.forget(partition));
    } else if (partition < partitions) {
      orphaned.set(partition, System.currentTimeMillis());
    }
  }

  /** Whether the partition of a thread that failed is nobody's yet, as far as is known here. */
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

  /** Of one topic: of each partition the record that comes next. Thread-safe. */
  public static final class OfTopic {
    private final AtomicLongArray offsets;

    /** When its producer made it, epoch milliseconds; 0 when there is none. */
    private final AtomicLongArray made;

    private final AtomicLongArray orphaned;

    OfTopic(int partitions, AtomicLongArray orphaned) {
      this.orphaned = orphaned;
      offsets = new AtomicLongArray(partitions);
      made = new AtomicLongArray(partitions);
    }

    /** This record comes next. */
    public void next(int partition, long offset, long madeAt) {
      if (partition < made.length()) {
        offsets.set(partition, offset);
        made.set(partition, Math.max(1, madeAt));
      }
    }

    void dealtWith(int partition, long offset) {
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
