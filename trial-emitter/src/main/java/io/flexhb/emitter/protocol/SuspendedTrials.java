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
 * Suspended trials of one incarnation of a study, and their states, which are opaque here. Of one
 * slot, or shared by all slots of a worker: then whichever is granted the trial goes on with it.
 * Thread-safe.
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
   * Of one slot.
   *
   * @param onDrop takes each state that will never be given back
   */
  public static SuspendedTrials ofOneSlot(Consumer<Object> onDrop) {
    return new SuspendedTrials(false, onDrop);
  }

  /** Of all slots of a worker. */
  public static SuspendedTrials shared(Consumer<Object> onDrop) {
    return new SuspendedTrials(true, onDrop);
  }

  /** Keeps a trial of that incarnation; one held before under its number is dropped. */
  public synchronized void hold(UUID of, int trial, long resource, Object state) {
    enter(of);
    drop(trial);
    suspended.put(trial, new Suspended(resource, state));
  }

  /**
   * The state of the trial when it is suspended where the grant goes on; any other is of no use. Of
   * all slots together it may be suspended further on: the tuner knows what the slot said when it
   * asked, and another one has trained the trial since, or has put it aside since.
   */
  synchronized Optional<Object> take(UUID of, int trial, long from, long until) {
    enter(of);
    Suspended held = suspended.get(trial);
    if (held == null || !goesOn(held.resource(), from, until)) {
      drop(trial);
      return Optional.empty();
    }
    suspended.remove(trial);
    return Optional.of(held.state());
  }

  private boolean goesOn(long resource, long from, long until) {
    return resource == from || shared && resource > from && resource < until;
  }

  /** Whether what a slot holds may come from another one. */
  boolean isShared() {
    return shared;
  }

  /** Whether a grant to that slot means that a trial held here went on elsewhere. */
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

  /** Trials of a study that was deleted and made again have nothing but their number in common. */
  private void enter(UUID of) {
    if (incarnation.isPresent() && !incarnation.get().equals(of)) {
      dropAll();
    }
    incarnation = Optional.of(of);
  }
}
