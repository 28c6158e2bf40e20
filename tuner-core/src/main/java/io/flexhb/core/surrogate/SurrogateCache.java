package io.flexhb.core.surrogate;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Fitted models by their training data, so that only levels with new data are fitted again. It
 * never changes a result, only its cost. The caller owns it: one for each study, or one for all.
 *
 * <p>Thread safe. Two threads that miss the same entry both fit it, to the same result.
 */
public final class SurrogateCache {

  /** Enough for 64 levels of some thousand points. */
  private static final long BYTES_OF_A_STUDY = 64L << 20;

  /** Approximate size of a key and its map entry. */
  private static final long OVERHEAD_BYTES = 200;

  private final long maxBytes;
  private final Map<Object, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  private record Entry(Object value, long bytes) {}

  /**
   * An empty cache.
   *
   * @param maxBytes beyond this the least recently used entries are dropped. Studies whose models
   *     do not fit in together evict each other's, and fit all levels for each suggestion: a level
   *     of 200 points and 10 parameters takes some 50 kB
   */
  public SurrogateCache(long maxBytes) {
    if (maxBytes < 1) {
      throw new IllegalArgumentException("maxBytes must be at least 1, was " + maxBytes);
    }
    this.maxBytes = maxBytes;
  }

  /** A cache for one study. */
  public static SurrogateCache forOneStudy() {
    return new SurrogateCache(BYTES_OF_A_STUDY);
  }

  /** Number of entries held. */
  public int size() {
    synchronized (entries) {
      return entries.size();
    }
  }

  /** Approximate memory use of the entries. */
  public long bytes() {
    synchronized (entries) {
      return bytes;
    }
  }

  /**
   * The entry of this key, created now if it is missing. A key must determine its value.
   *
   * @param size approximate size of a value in bytes
   */
  <T> T get(Object key, Class<T> type, ToLongFunction<T> size, Supplier<T> make) {
    synchronized (entries) {
      Entry known = entries.get(key);
      if (known != null) {
        return type.cast(known.value());
      }
    }
    T made = make.get();
    Entry entry = new Entry(made, OVERHEAD_BYTES + size.applyAsLong(made));
    synchronized (entries) {
      Entry replaced = entries.put(key, entry);
      bytes += entry.bytes() - (replaced == null ? 0 : replaced.bytes());
      dropEldest();
    }
    return made;
  }

  private void dropEldest() {
    Iterator<Entry> eldest = entries.values().iterator();
    while (bytes > maxBytes && eldest.hasNext()) {
      bytes -= eldest.next().bytes();
      eldest.remove();
    }
  }
}
