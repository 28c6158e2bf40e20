package io.flexhb.service.store;

import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * What one stream task remembers, in one store: each further store would be one more changelog
 * partition in every transaction and one more database to open at every start.
 */
public final class StudyStore {

  /** Name of the store, and in the name of its changelog. */
  public static final String NAME = "study";

  /**
   * Version of what the store holds. It rises with each release whose entries an older release
   * cannot read, or must not overlook: 2 since offsets of used inputs are kept.
   */
  public static final int VERSION = 2;

  private final StoredStudies studies;
  private final ErasedStudies erased;
  private final DueStore due;
  private final UsedOffsetStore usedOffsets;

  /** The store of the task the context belongs to. */
  public StudyStore(ProcessorContext<?, ?> context) {
    StoredForms forms = new StoredForms();
    KeyValueStore<Bytes, byte[]> store = context.getStateStore(NAME);
    this.studies = new StoredStudies(store, forms);
    this.erased = new ErasedStudies(store, forms);
    this.due = new DueStore(store);
    this.usedOffsets = new UsedOffsetStore(store, forms);
  }

  /**
   * How the store is made: on disk, backed by a changelog, without the cache of Kafka Streams. That
   * would hold changelog records back until the commit, which flushes the tasks of a thread one
   * after the other: a round trip to the broker for each of them.
   *
   * @param changelog topic settings of the changelog
   */
  public static StoreBuilder<? extends StateStore> builder(Map<String, String> changelog) {
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(NAME), Serdes.Bytes(), Serdes.ByteArray())
        .withCachingDisabled()
        .withLoggingEnabled(changelog);
  }

  /** Whole studies: everything of them, one entry for each part and trial. */
  public StoredStudies studies() {
    return studies;
  }

  /** Studies that are being erased. */
  public ErasedStudies erased() {
    return erased;
  }

  /** When silent studies are to be looked at. */
  public DueStore due() {
    return due;
  }

  /** Up to where inputs were used. */
  public UsedOffsetStore usedOffsets() {
    return usedOffsets;
  }
}
