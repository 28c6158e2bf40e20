package io.flexhb.service.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/**
 * Stores being restored from their changelog: after a start without state, or when a partition
 * moved here from another tuner. Thread-safe.
 */
public final class StoreRestores implements StateRestoreListener {

  /**
   * The progress of one store.
   *
   * @param partition the partition of its studies
   * @param total records to read, approximately: compaction may have removed some
   * @param restored records read
   */
  public record Progress(int partition, long total, long restored) {

    /** Records left to read. */
    public long remaining() {
      return Math.max(0, total - restored);
    }
  }

  private final Map<TopicPartition, Progress> underWay = new ConcurrentHashMap<>();
  private final Counter begun;
  private final Counter records;

  /** Counts restores in a registry, which is not owned. */
  public StoreRestores(MeterRegistry registry) {
    begun =
        Counter.builder("flexhb.restores")
            .description("Restores of stores from the changelog that were started")
            .register(registry);
    records =
        Counter.builder("flexhb.restored.records")
            .description("Records of changelogs read to restore stores")
            .register(registry);
    Gauge.builder(
            "flexhb.restore.remaining.records",
            underWay,
            all -> all.values().stream().mapToLong(Progress::remaining).sum())
        .description(
            "Records of changelogs still to be read before the tuner can decide on all"
                + " studies")
        .strongReference(true)
        .register(registry);
  }

  @Override
  public void onRestoreStart(TopicPartition changelog, String store, long start, long end) {
    underWay.put(changelog, new Progress(changelog.partition(), Math.max(0, end - start), 0));
    begun.increment();
  }

  @Override
  public void onBatchRestored(TopicPartition changelog, String store, long end, long read) {
    underWay.computeIfPresent(
        changelog, (c, p) -> new Progress(p.partition(), p.total(), p.restored() + read));
    records.increment(read);
  }

  @Override
  public void onRestoreEnd(TopicPartition changelog, String store, long total) {
    underWay.remove(changelog);
  }

  @Override
  public void onRestoreSuspended(TopicPartition changelog, String store, long total) {
    underWay.remove(changelog);
  }

  /** The stores being restored, by partition. */
  public List<Progress> underWay() {
    return underWay.values().stream()
        .sorted((a, b) -> Integer.compare(a.partition(), b.partition()))
        .toList();
  }
}
