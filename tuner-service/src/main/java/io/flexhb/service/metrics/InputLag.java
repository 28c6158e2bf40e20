package io.flexhb.service.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How old the oldest record is that a stream thread has in hand and has not dealt with: how far the
 * tuner is behind, in time. By the clocks of the producers. Thread-safe.
 */
public final class InputLag {

  private final int partitions;
  private final MeterRegistry registry;
  private final Map<String, OfTopic> topics = new ConcurrentHashMap<>();

  InputLag(MeterRegistry registry, int partitions) {
    this.registry = registry;
    this.partitions = partitions;
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
          OfTopic lag = new OfTopic(partitions);
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

  /** The partition is somebody else's now. */
  public void forget(int partition) {
    topics.values().forEach(lag -> lag.forget(partition));
  }

  /** Of one topic: of each partition the record that comes next. Thread-safe. */
  public static final class OfTopic {
    private final AtomicLongArray offsets;

    /** When its producer made it, epoch milliseconds; 0 when there is none. */
    private final AtomicLongArray made;

    OfTopic(int partitions) {
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
        oldest = at == 0 ? oldest : Math.max(oldest, now - at);
      }
      return oldest / 1000.0;
    }
  }
}
