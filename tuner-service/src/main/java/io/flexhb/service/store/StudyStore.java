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
 * The state of one stream task, in a single store: each further store would add a changelog
 * partition to every transaction and a database to open at every start.
 */
public final class StudyStore {

  /** Name of the store; also part of its changelog's name. */
  public static final String NAME = "study";

  /**
   * Version of what the store holds. It increases with each release whose entries an older release
   * cannot read or must not ignore. Version 2 added the offsets of used inputs.
   */
  public static final int VERSION = 2;

  private final StoredStudies studies;
  private final ErasedStudies erased;
  private final DueStore due;
  private final UsedOffsetStore usedOffsets;

  /** The store of the task the context belongs to. */
  public StudyStore(ProcessorContext<?, ?> context) {
    StoredForms forms = StoredForms.shared();
    KeyValueStore<Bytes, byte[]> store = context.getStateStore(NAME);
    this.studies = new StoredStudies(store, forms);
    this.erased = new ErasedStudies(store, forms);
    this.due = new DueStore(store);
    this.usedOffsets = new UsedOffsetStore(store, forms);
  }

  /**
   * The builder of the store: on disk, with a changelog, without the cache of Kafka Streams. The
   * cache would hold changelog records back until the commit, which flushes the tasks of a thread
   * one after the other, with a round trip to the broker for each of them.
   *
   * @param changelog topic settings of the changelog
   */
  public static StoreBuilder<? extends StateStore> builder(Map<String, String> changelog) {
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(NAME), Serdes.Bytes(), Serdes.ByteArray())
        .withCachingDisabled()
        .withLoggingEnabled(changelog);
  }

  /** The studies, with one entry for each part and trial. */
  public StoredStudies studies() {
    return studies;
  }

  /** Studies that are being erased. */
  public ErasedStudies erased() {
    return erased;
  }

  /** When to check studies without input. */
  public DueStore due() {
    return due;
  }

  /** How far the inputs were used. */
  public UsedOffsetStore usedOffsets() {
    return usedOffsets;
  }
}
