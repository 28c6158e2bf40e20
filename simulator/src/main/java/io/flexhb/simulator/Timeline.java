package io.flexhb.simulator;

import java.util.PriorityQueue;

/** Virtual time: what happens next, in order of time, then of scheduling. */
final class Timeline {

  private record ScheduledAction(long time, long order, Runnable action)
      implements Comparable<ScheduledAction> {
    @Override
    public int compareTo(ScheduledAction other) {
      int byTime = Long.compare(time, other.time);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final PriorityQueue<ScheduledAction> queue = new PriorityQueue<>();
  private long now;
  private long nextOrder;

  long now() {
    return now;
  }

  /** Lets something happen {@code delay} milliseconds from now. */
  void after(long delay, Runnable action) {
    queue.add(new ScheduledAction(Math.addExact(now, Math.max(0, delay)), nextOrder++, action));
  }

  /** Lets the next thing happen; returns false when there is none. */
  boolean step() {
    ScheduledAction next = queue.poll();
    if (next == null) {
      return false;
    }
    now = next.time();
    next.action().run();
    return true;
  }
}
