package io.flexhb.emitter.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * The trials that the slots of an agent work on, each in one slot only: the tuner may grant a trial
 * again while its previous slot is still suspending the script. A file per slot tells the next
 * agent of this name which trials a killed agent worked on. Thread-safe.
 */
final class SlotAssignments {

  private static final String FILE = "in-hand";

  private final Path state;
  private final Set<Integer> trials = new HashSet<>();

  /**
   * @param state the agent's folder
   */
  SlotAssignments(Path state) {
    this.state = state;
  }

  /** Assigns a trial to the slot as soon as no other slot has it. */
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
      throw new UncheckedIOException("cannot write to " + state, e);
    }
  }

  /** The slot has finished its work on the trial. */
  void leave(int slot, int trial) {
    try {
      Files.deleteIfExists(file(slot));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete files in " + state, e);
    } finally {
      synchronized (this) {
        trials.remove(trial);
        notifyAll();
      }
    }
  }

  /** Whether an earlier agent of this name ended while that slot had a trial. */
  boolean wasLeft(int slot) {
    return Files.exists(file(slot));
  }

  private Path file(int slot) {
    return state.resolve("slot-" + slot).resolve(FILE);
  }
}
