package io.flexhb.service.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Changes of the stores in the making: everything is encoded before the first put, so that what
 * cannot be written changes nothing.
 */
public final class Writes {

  private record Write(KeyValueStore<Bytes, byte[]> store, Bytes key, Optional<byte[]> value) {}

  private final List<Write> writes = new ArrayList<>(8);
  private int largest;

  Writes() {}

  void put(KeyValueStore<Bytes, byte[]> store, Bytes key, byte[] value) {
    writes.add(new Write(store, key, Optional.of(value)));
    largest = Math.max(largest, value.length);
  }

  void delete(KeyValueStore<Bytes, byte[]> store, Bytes key) {
    writes.add(new Write(store, key, Optional.empty()));
  }

  /** Size of the largest entry, in bytes. */
  public int largest() {
    return largest;
  }

  /** Makes the changes, in order. */
  public void apply() {
    for (Write write : writes) {
      if (write.value().isPresent()) {
        write.store().put(write.key(), write.value().get());
      } else {
        write.store().delete(write.key());
      }
    }
  }
}
