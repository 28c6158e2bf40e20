package io.flexhb.core.study.message;

/** One of the parallel slots of a worker process. Ordered by worker, then slot. */
public record SlotId(String worker, int slot) implements Comparable<SlotId> {

  @Override
  public int compareTo(SlotId other) {
    int byWorker = worker.compareTo(other.worker);
    return byWorker != 0 ? byWorker : Integer.compare(slot, other.slot);
  }

  @Override
  public String toString() {
    return worker + "/" + slot;
  }
}
