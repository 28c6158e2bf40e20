package io.flexhb.service.store;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Collects changes of the store: everything is encoded before the first put, so that a change that
 * cannot be encoded leaves the store as it is.
 */
public final class WriteBatch {

  private final KeyValueStore<Bytes, byte[]> store;
  private final List<KeyValue<Bytes, byte[]>> writes = new ArrayList<>(8);
  private int largest;

  WriteBatch(KeyValueStore<Bytes, byte[]> store) {
    this.store = store;
  }

  void put(Bytes key, byte[] value) {
    writes.add(KeyValue.pair(key, value));
    largest = Math.max(largest, value.length);
  }

  void delete(Bytes key) {
    writes.add(KeyValue.pair(key, null));
  }

  /** Size of the largest entry, in bytes. */
  public int largest() {
    return largest;
  }

  /** Applies the changes, in order, in one write to the store. */
  public void apply() {
    store.putAll(writes);
  }
}
