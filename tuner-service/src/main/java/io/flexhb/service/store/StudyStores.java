package io.flexhb.service.store;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** The stores of one stream task. */
public final class StudyStores {

  /** Everything of a study but its trials. */
  public static final String STUDY = "study";

  /** One entry for each trial. */
  public static final String TRIAL = "trial";

  /** When silent studies are to be looked at. */
  public static final String DUE = "due";

  private final StoredStudies studies;
  private final ErasedStudies erased;
  private final DueStore due;

  /** The stores of the task the context belongs to. */
  public StudyStores(ProcessorContext<?, ?> context) {
    Forms forms = new Forms();
    KeyValueStore<Bytes, byte[]> study = context.getStateStore(STUDY);
    KeyValueStore<Bytes, byte[]> trial = context.getStateStore(TRIAL);
    this.studies = new StoredStudies(study, trial, forms);
    this.erased = new ErasedStudies(study, trial, forms);
    this.due = new DueStore(context.getStateStore(DUE));
  }

  /**
   * How the stores are made: on disk, backed by changelogs. Caching lets the puts that a key gets
   * between two commits become one changelog record.
   *
   * @param changelog topic settings of the changelogs
   */
  public static List<StoreBuilder<? extends StateStore>> builders(Map<String, String> changelog) {
    return List.of(builder(STUDY, changelog), builder(TRIAL, changelog), builder(DUE, changelog));
  }

  private static StoreBuilder<KeyValueStore<Bytes, byte[]>> builder(
      String name, Map<String, String> changelog) {
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(name), Serdes.Bytes(), Serdes.ByteArray())
        .withCachingEnabled()
        .withLoggingEnabled(changelog);
  }

  public StoredStudies studies() {
    return studies;
  }

  public ErasedStudies erased() {
    return erased;
  }

  public DueStore due() {
    return due;
  }
}
