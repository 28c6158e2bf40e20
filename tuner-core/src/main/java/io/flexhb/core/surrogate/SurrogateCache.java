package io.flexhb.core.surrogate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Fitted models by what they were fitted from, so that only levels with new data are fitted again.
 * It never changes a result, only its cost. The caller owns it: one for each study, or one for all.
 *
 * <p>Thread safe. Two threads that miss the same entry both fit it, to the same result.
 */
public final class SurrogateCache {
  private final Map<Object, Object> entries;

  /**
   * An empty cache.
   *
   * @param maxEntries the least recently used are dropped beyond this; a study needs about four for
   *     each fidelity level
   */
  public SurrogateCache(int maxEntries) {
    if (maxEntries < 1) {
      throw new IllegalArgumentException("maxEntries must be at least 1, was " + maxEntries);
    }
    this.entries =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Object, Object> eldest) {
            return size() > maxEntries;
          }
        };
  }

  /** A cache for one study of up to 64 levels. */
  public static SurrogateCache forOneStudy() {
    return new SurrogateCache(256);
  }

  /** Number of entries held. */
  public int size() {
    synchronized (entries) {
      return entries.size();
    }
  }

  /** The entry of this key, made now when it is missing. A key must determine its value. */
  <T> T get(Object key, Class<T> type, Supplier<T> make) {
    synchronized (entries) {
      Object known = entries.get(key);
      if (known != null) {
        return type.cast(known);
      }
    }
    T made = make.get();
    synchronized (entries) {
      entries.put(key, made);
    }
    return made;
  }
}
