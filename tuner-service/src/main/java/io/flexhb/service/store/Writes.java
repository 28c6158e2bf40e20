package io.flexhb.service.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Changes of the store in the making: everything is encoded before the first put, so that what
 * cannot be written changes nothing.
 */
public final class Writes {

  private record Write(Bytes key, Optional<byte[]> value) {}

  private final KeyValueStore<Bytes, byte[]> store;
  private final List<Write> writes = new ArrayList<>(8);
  private int largest;

  Writes(KeyValueStore<Bytes, byte[]> store) {
    this.store = store;
  }

  void put(Bytes key, byte[] value) {
    writes.add(new Write(key, Optional.of(value)));
    largest = Math.max(largest, value.length);
  }

  void delete(Bytes key) {
    writes.add(new Write(key, Optional.empty()));
  }

  /** Size of the largest entry, in bytes. */
  public int largest() {
    return largest;
  }

  /** Makes the changes, in order. */
  public void apply() {
    for (Write write : writes) {
      if (write.value().isPresent()) {
        store.put(write.key(), write.value().get());
      } else {
        store.delete(write.key());
      }
    }
  }
}
