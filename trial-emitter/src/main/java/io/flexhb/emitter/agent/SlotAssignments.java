package io.flexhb.emitter.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * The trials that slots of an agent have in hand, one slot each: the tuner may grant a trial anew
 * while the slot that had it still puts its script aside. A file for each slot tells the next agent
 * of this name what one that was killed had in hand. Thread-safe.
 */
final class SlotAssignments {

  private static final String FILE = "in-hand";

  private final Path state;
  private final Set<Integer> trials = new HashSet<>();

  /**
   * @param state folder of this agent
   */
  SlotAssignments(Path state) {
    this.state = state;
  }

  /** Takes a trial in hand, as soon as no other slot has it. */
  void take(int slot, int trial) throws InterruptedException {
    synchronized (this) {
      while (!trials.add(trial)) {
        wait();
      }
    }
    try {
      Files.createDirectories(file(slot).getParent());
      Files.writeString(file(slot), Integer.toString(trial));
    } catch (IOException e) {
      throw new UncheckedIOException("nothing can be kept in " + state, e);
    }
  }

  /** The slot is done with it. */
  void leave(int slot, int trial) {
    try {
      Files.deleteIfExists(file(slot));
    } catch (IOException e) {
      throw new UncheckedIOException("nothing can be deleted in " + state, e);
    } finally {
      synchronized (this) {
        trials.remove(trial);
        notifyAll();
      }
    }
  }

  /** Whether an agent of this name ended while that slot had a trial in hand. */
  boolean wasLeft(int slot) {
    return Files.exists(file(slot));
  }

  private Path file(int slot) {
    return state.resolve("slot-" + slot).resolve(FILE);
  }
}
