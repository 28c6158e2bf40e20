package io.flexhb.core.study;

import io.vavr.collection.Vector;
import java.util.Map;
import java.util.TreeMap;

/**
 * A vector in the making, used by one thread. Elements that change several times in one decision
 * are copied into the vector once: its path to an element gets longer with its size.
 */
final class VectorDraft<T> {
  private final Map<Integer, T> changed = new TreeMap<>();
  private Vector<T> base;

  VectorDraft(Vector<T> base) {
    this.base = base;
  }

  int size() {
    return base.size();
  }

  T get(int index) {
    T newer = changed.get(index);
    return newer != null ? newer : base.get(index);
  }

  void set(int index, T element) {
    changed.put(index, element);
  }

  void append(T element) {
    base = base.append(element);
  }

  /** The vector with all changes so far; more may follow. */
  Vector<T> done() {
    changed.forEach((index, element) -> base = base.update(index, element));
    changed.clear();
    return base;
  }
}
