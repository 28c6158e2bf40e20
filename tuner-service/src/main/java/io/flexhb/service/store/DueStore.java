package io.flexhb.service.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The studies that must be checked even without input: those with a lease, or with something left
 * to erase. The deadline says by when; it may be earlier than the end of the first lease, but never
 * much later. Keys are {@code 0 deadline study}: they sort before the keys of studies, the most
 * urgent first.
 */
public final class DueStore {

  private static final byte[] NOTHING = {};
  private static final byte MARK = 0;

  private final KeyValueStore<Bytes, byte[]> store;
  private final Map<String, Long> deadlines = new HashMap<>();

  /** Reads all entries: at most one for each study with live workers or being erased. */
  DueStore(KeyValueStore<Bytes, byte[]> store) {
    this.store = store;
    try (KeyValueIterator<Bytes, byte[]> entries =
        store.range(edge(MARK), edge((byte) (MARK + 1)))) {
      while (entries.hasNext()) {
        ByteBuffer key = ByteBuffer.wrap(entries.next().key.get());
        key.get();
        long deadline = key.getLong();
        deadlines.put(StandardCharsets.UTF_8.decode(key).toString(), deadline);
      }
    }
  }

  /** The studies with their deadlines, in no particular order; a copy. */
  public Map<String, Long> all() {
    return Map.copyOf(deadlines);
  }

  /** When the study is due. */
  public OptionalLong of(String study) {
    Long deadline = deadlines.get(study);
    return deadline == null ? OptionalLong.empty() : OptionalLong.of(deadline);
  }

  /** Sets the deadline of the study in place of the previous one. */
  public void set(String study, long deadline) {
    Long before = deadlines.put(study, deadline);
    if (before != null && before == deadline) {
      return;
    }
    if (before != null) {
      store.delete(key(before, study));
    }
    store.put(key(deadline, study), NOTHING);
  }

  /** Removes the deadline of the study. */
  public void clear(String study) {
    Long before = deadlines.remove(study);
    if (before != null) {
      store.delete(key(before, study));
    }
  }

  private static Bytes key(long deadline, String study) {
    byte[] name = study.getBytes(StandardCharsets.UTF_8);
    return Bytes.wrap(
        ByteBuffer.allocate(1 + Long.BYTES + name.length)
            .put(MARK)
            .putLong(deadline)
            .put(name)
            .array());
  }

  private static Bytes edge(byte first) {
    return Bytes.wrap(new byte[] {first});
  }
}
