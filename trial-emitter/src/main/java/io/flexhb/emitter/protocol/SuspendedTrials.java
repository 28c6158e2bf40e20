package io.flexhb.emitter.protocol;

import io.flexhb.avro.Holding;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Suspended trials of one incarnation of a study, with their states, which are opaque here. They
 * belong to one slot, or are shared by all slots of a worker: then any slot that is granted the
 * trial continues it. Thread-safe.
 */
public final class SuspendedTrials {

  private final boolean shared;
  private final Consumer<Object> onDrop;
  private final SortedMap<Integer, Suspended> suspended = new TreeMap<>();
  private Optional<UUID> incarnation = Optional.empty();

  private record Suspended(long resource, Object state) {}

  private SuspendedTrials(boolean shared, Consumer<Object> onDrop) {
    this.shared = shared;
    this.onDrop = onDrop;
  }

  /**
   * The suspended trials of one slot.
   *
   * @param onDrop takes each state that will never be given back
   */
  public static SuspendedTrials ofOneSlot(Consumer<Object> onDrop) {
    return new SuspendedTrials(false, onDrop);
  }

  /** The suspended trials shared by all slots of a worker. */
  public static SuspendedTrials shared(Consumer<Object> onDrop) {
    return new SuspendedTrials(true, onDrop);
  }

  /** Holds a trial of that incarnation; one previously held under its number is dropped. */
  public synchronized void hold(UUID of, int trial, long resource, Object state) {
    enter(of);
    drop(trial);
    suspended.put(trial, new Suspended(resource, state));
  }

  /**
   * Takes the state of the trial if it is suspended where the grant continues; any other state is
   * useless. Among shared trials it may be suspended further on: the tuner knows only what the slot
   * said when it asked, and another slot may have trained or suspended the trial since.
   */
  synchronized Optional<Object> take(UUID of, int trial, long from, long until) {
    enter(of);
    Suspended held = suspended.get(trial);
    if (held == null || !isUsable(held.resource(), from, until)) {
      drop(trial);
      return Optional.empty();
    }
    suspended.remove(trial);
    return Optional.of(held.state());
  }

  private boolean isUsable(long resource, long from, long until) {
    return resource == from || shared && resource > from && resource < until;
  }

  /** Whether a slot may continue trials that another one suspended. */
  boolean isShared() {
    return shared;
  }

  /** Whether a grant means that a trial held here continued elsewhere. */
  boolean isElsewhere(SlotAddress here, String worker, boolean forAnotherSlot) {
    return forAnotherSlot && !(shared && here.worker().equals(worker));
  }

  synchronized boolean drop(int trial) {
    Suspended held = suspended.remove(trial);
    if (held != null) {
      onDrop.accept(held.state());
    }
    return held != null;
  }

  synchronized void dropAll() {
    List.copyOf(suspended.keySet()).forEach(this::drop);
  }

  synchronized List<Holding> list() {
    return suspended.entrySet().stream()
        .map((Map.Entry<Integer, Suspended> e) -> new Holding(e.getKey(), e.getValue().resource()))
        .toList();
  }

  /**
   * Switches to an incarnation; trials of another incarnation have only their numbers in common and
   * are dropped.
   */
  private void enter(UUID of) {
    if (incarnation.isPresent() && !incarnation.get().equals(of)) {
      dropAll();
    }
    incarnation = Optional.of(of);
  }
}
