package io.flexhb.load;

import io.flexhb.avro.Command;
import io.flexhb.emitter.AskSequence;
import io.flexhb.emitter.TunerDecision;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * One thread that trains many simulated slots in turn, at its share of the rate. Commands arrive
 * through a queue, so that slots need no locks.
 */
final class SlotDriver implements Runnable {

  private static final long TICK_MILLIS = 50;
  private static final long IDLE_NANOS = 200_000;

  /**
   * Reports sent between two checks of the queue: limits how long a decision waits for its thread.
   */
  private static final int BURST = 64;

  private final double reportsPerSecond;
  private final LongSupplier clock;
  private final AskSequence asks;
  private final BooleanSupplier goesOn;
  private final long warmUpNanos;
  private final List<LoadSlot> slots = new ArrayList<>();
  private final Queue<LoadSlot> ready = new ArrayDeque<>();
  private final Queue<Arrival> arrivals = new ConcurrentLinkedQueue<>();

  private final ReportCount count;
  private final SlotCounts measured = new SlotCounts();

  /** The current counts; those of the warm-up are discarded. */
  private SlotCounts counts = new SlotCounts();

  /** The current pace; it restarts without a backlog after the warm-up. */
  private Pace pace;

  private int releasedSlots;
  private long lastReportNanos;

  /** A command for one of the slots, and when it arrived. */
  private record Arrival(LoadSlot slot, Command command, long nanos) {}

  /** Shared limit on the number of reports. */
  @FunctionalInterface
  interface ReportCount {
    /** Whether one more may be sent. */
    boolean take();
  }

  /** Number of reports that a rate allows since creation; a rate of 0 allows all. */
  private static final class Pace {
    private final double reportsPerSecond;
    private final long begin = System.nanoTime();
    private long sent;

    Pace(double reportsPerSecond) {
      this.reportsPerSecond = reportsPerSecond;
    }

    void sent() {
      sent++;
    }

    /** How many more may be sent now; below 1 when none may. */
    long allowed() {
      return reportsPerSecond == 0
          ? Long.MAX_VALUE
          : (long) ((System.nanoTime() - begin) * 1e-9 * reportsPerSecond) - sent;
    }
  }

  SlotDriver(
      double reportsPerSecond,
      LongSupplier clock,
      AskSequence asks,
      ReportCount count,
      BooleanSupplier goesOn,
      long warmUpNanos) {
    this.reportsPerSecond = reportsPerSecond;
    this.clock = clock;
    this.asks = asks;
    this.count = count;
    this.goesOn = goesOn;
    this.warmUpNanos = warmUpNanos;
  }

  /** Adds a slot; called before the thread starts. */
  void add(LoadSlot slot) {
    slots.add(slot);
  }

  /** Called by the reader's thread. */
  void offer(LoadSlot slot, Command command) {
    arrivals.add(new Arrival(slot, command, System.nanoTime()));
  }

  @Override
  public void run() {
    long begin = System.nanoTime();
    lastReportNanos = begin;
    pace = new Pace(reportsPerSecond);
    slots.forEach(slot -> slot.protocol().ask(asks.next(), clock.getAsLong()));
    long nextTick = clock.getAsLong() + TICK_MILLIS;
    boolean open = true;
    while (open && releasedSlots < slots.size() && goesOn.getAsBoolean()) {
      if (counts != measured && System.nanoTime() - begin >= warmUpNanos) {
        counts = measured;
        pace = new Pace(reportsPerSecond);
      }
      takeArrivals();
      long now = clock.getAsLong();
      if (now >= nextTick) {
        slots.forEach(slot -> slot.protocol().tick(now));
        nextTick = now + TICK_MILLIS;
      }
      long allowed = pace.allowed();
      if (allowed <= 0 || ready.isEmpty()) {
        LockSupport.parkNanos(IDLE_NANOS);
      } else {
        open = sendUpTo(Math.min(allowed, BURST), now);
      }
    }
  }

  /** Sends reports; returns whether more may be sent later. */
  private boolean sendUpTo(long most, long now) {
    for (long i = 0; i < most; i++) {
      LoadSlot slot = ready.poll();
      if (slot == null) {
        break;
      }
      if (!slot.isReady()) {
        continue;
      }
      if (!count.take()) {
        return false;
      }
      pace.sent();
      lastReportNanos = System.nanoTime();
      boolean boundary = slot.report(now);
      counts.reported(boundary);
      if (!boundary) {
        ready.add(slot);
      }
    }
    return true;
  }

  private void takeArrivals() {
    for (Arrival arrival = arrivals.poll(); arrival != null; arrival = arrivals.poll()) {
      LoadSlot slot = arrival.slot();
      boolean wasReady = slot.isReady();
      switch (slot.on(arrival.command(), clock.getAsLong())) {
        case GRANTED -> {
          counts.granted();
          ready.add(slot);
        }
        case RELEASED -> releasedSlots++;
        case DECIDED -> decided(slot, arrival.nanos(), wasReady);
        case NONE -> {
          // A repeated command, or one for a former trial.
        }
      }
    }
  }

  private void decided(LoadSlot slot, long arrivedNanos, boolean wasReady) {
    slot.takeLatency(arrivedNanos).ifPresent(counts::waited);
    if (slot.protocol().isTraining()) {
      counts.decided(TunerDecision.Kind.CONTINUE);
      if (!wasReady) {
        ready.add(slot);
      }
    } else {
      counts.decided(TunerDecision.Kind.valueOf(slot.decision().kind().name()));
      slot.protocol().ask(asks.next(), clock.getAsLong());
    }
  }

  /** The counts since the warm-up. */
  SlotCounts counts() {
    return measured;
  }

  long lastReportNanos() {
    return lastReportNanos;
  }

  int releasedSlots() {
    return releasedSlots;
  }
}
