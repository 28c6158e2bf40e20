package io.flexhb.service.store;

import io.flexhb.core.study.state.StudyState;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The content of a task's store, rebuilt from its changelog without a tuner, for comparison with
 * the journal. Not thread-safe.
 */
public final class ChangelogImage {

  private final InHeap entries = new InHeap();
  private final StoredStudies studies = new StoredStudies(entries, StoredForms.shared());

  /**
   * Applies the next record.
   *
   * @param value null = the entry is deleted
   */
  public void take(byte[] key, byte[] value) {
    entries.put(Bytes.wrap(key), value);
  }

  /**
   * The studies by name, without those being erased.
   *
   * @throws StoreFormatException when this version cannot read one
   */
  public Map<String, StudyState> studies() {
    Map<String, StudyState> found = new LinkedHashMap<>();
    for (Bytes key : entries.map.keySet()) {
      byte[] bytes = key.get();
      int end = 0;
      while (end < bytes.length && bytes[end] != 0) {
        end++;
      }
      // Keys of deadlines begin with the separator; keys of used offsets have none.
      if (end > 0 && end < bytes.length) {
        String name = new String(bytes, 0, end, StandardCharsets.UTF_8);
        if (!found.containsKey(name)) {
          studies.load(new StudyKeys(name)).ifPresent(s -> found.put(name, s.state()));
        }
      }
    }
    return found;
  }

  /** The part of a store that is needed here. */
  private static final class InHeap implements KeyValueStore<Bytes, byte[]> {
    private final TreeMap<Bytes, byte[]> map = new TreeMap<>();

    @Override
    public void put(Bytes key, byte[] value) {
      if (value == null) {
        map.remove(key);
      } else {
        map.put(key, value);
      }
    }

    @Override
    public byte[] putIfAbsent(Bytes key, byte[] value) {
      byte[] before = map.get(key);
      if (before == null) {
        put(key, value);
      }
      return before;
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> several) {
      several.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public byte[] delete(Bytes key) {
      return map.remove(key);
    }

    @Override
    public byte[] get(Bytes key) {
      return map.get(key);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
      return new Entries(map.subMap(from, true, to, true).entrySet().iterator());
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
      return new Entries(map.entrySet().iterator());
    }

    @Override
    public long approximateNumEntries() {
      return map.size();
    }

    @Override
    public String name() {
      return StudyStore.NAME;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
      throw new InvalidStateStoreException("belongs to no task");
    }

    @Override
    public void close() {
      map.clear();
    }

    @Override
    public boolean persistent() {
      return false;
    }

    @Override
    public boolean isOpen() {
      return true;
    }
  }

  private record Entries(Iterator<Map.Entry<Bytes, byte[]>> entries)
      implements KeyValueIterator<Bytes, byte[]> {
    @Override
    public boolean hasNext() {
      return entries.hasNext();
    }

    @Override
    public KeyValue<Bytes, byte[]> next() {
      Map.Entry<Bytes, byte[]> next = entries.next();
      return KeyValue.pair(next.getKey(), next.getValue());
    }

    @Override
    public Bytes peekNextKey() {
      throw new NoSuchElementException("cannot look ahead");
    }

    @Override
    public void close() {}
  }
}
