package io.flexhb.emitter.protocol;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Ids of the newest commands that had an effect, so that a repeated command has none. The tuner
 * repeats only the command in force, so a bounded number is enough.
 */
public final class SeenCommands {

  private final int capacity;
  private final Set<String> ids = new LinkedHashSet<>();

  /** Remembers that many ids. */
  public SeenCommands(int capacity) {
    this.capacity = capacity;
  }

  /** Whether the command already had its effect. */
  public boolean contains(String id) {
    return ids.contains(id);
  }

  /** Remembers the id; returns whether it is new. */
  public boolean add(String id) {
    boolean isNew = ids.add(id);
    if (ids.size() > capacity) {
      var oldest = ids.iterator();
      oldest.next();
      oldest.remove();
    }
    return isNew;
  }
}
