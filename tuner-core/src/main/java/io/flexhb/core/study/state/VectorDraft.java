package io.flexhb.core.study.state;

import io.vavr.collection.Vector;
import java.util.TreeMap;

/**
 * A vector in the making, used by one thread. Elements that change several times in one decision
 * are copied into the vector once: its path to an element gets longer with its size.
 */
final class VectorDraft<T> {
  /** By index; those from the size of the vector on are appended to it, none is left out. */
  private final TreeMap<Integer, T> changed = new TreeMap<>();

  private Vector<T> base;

  VectorDraft(Vector<T> base) {
    this.base = base;
  }

  int size() {
    return changed.isEmpty() ? base.size() : Math.max(base.size(), changed.lastKey() + 1);
  }

  T get(int index) {
    T newer = changed.get(index);
    return newer != null ? newer : base.get(index);
  }

  void set(int index, T element) {
    changed.put(index, element);
  }

  void append(T element) {
    changed.put(size(), element);
  }

  /** The vector with all changes so far; more may follow. */
  Vector<T> done() {
    changed.forEach(
        (index, element) ->
            base = index < base.size() ? base.update(index, element) : base.append(element));
    changed.clear();
    return base;
  }
}
