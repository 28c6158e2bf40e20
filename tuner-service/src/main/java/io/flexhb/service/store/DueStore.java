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
 * Which studies have to be looked at although nobody says anything about them: those with a lease,
 * or with something left to erase. The deadline says by when; it may lie before the first lease
 * runs out, never long after. Keys are {@code deadline study}, so that the most urgent comes first.
 */
public final class DueStore {

  private static final byte[] NOTHING = {};

  private final KeyValueStore<Bytes, byte[]> store;
  private final Map<String, Long> deadlines = new HashMap<>();

  /** Reads the whole store: it has an entry for each study with live workers, no more. */
  DueStore(KeyValueStore<Bytes, byte[]> store) {
    this.store = store;
    try (KeyValueIterator<Bytes, byte[]> entries = store.all()) {
      while (entries.hasNext()) {
        ByteBuffer key = ByteBuffer.wrap(entries.next().key.get());
        long deadline = key.getLong();
        deadlines.put(StandardCharsets.UTF_8.decode(key).toString(), deadline);
      }
    }
  }

  /** The studies, in no order, with their deadlines; a copy. */
  public Map<String, Long> all() {
    return Map.copyOf(deadlines);
  }

  /** When the study is due. */
  public OptionalLong of(String study) {
    Long deadline = deadlines.get(study);
    return deadline == null ? OptionalLong.empty() : OptionalLong.of(deadline);
  }

  /** The study is due then, and no more at any other time. */
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

  /** The study is not due any more. */
  public void clear(String study) {
    Long before = deadlines.remove(study);
    if (before != null) {
      store.delete(key(before, study));
    }
  }

  private static Bytes key(long deadline, String study) {
    byte[] name = study.getBytes(StandardCharsets.UTF_8);
    return Bytes.wrap(
        ByteBuffer.allocate(Long.BYTES + name.length).putLong(deadline).put(name).array());
  }
}
