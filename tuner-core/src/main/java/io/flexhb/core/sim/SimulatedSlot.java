package io.flexhb.core.sim;

import io.flexhb.core.study.Command;
import io.flexhb.core.study.Holding;
import io.flexhb.core.study.LastAttempt;
import io.flexhb.core.study.SlotId;
import io.flexhb.core.study.StudyEvent;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A slot that follows docs/protocol.md: asks, repeats its ask, trains what it is granted. */
final class SimulatedSlot {
  private final World world;
  private final SimulatedWorker worker;
  private final SlotId id;
  private final Set<String> seen = new HashSet<>();
  private final TreeMap<Integer, Long> holding = new TreeMap<>();
  private Optional<SimulatedAttempt> attempt = Optional.empty();
  private Optional<LastAttempt> account = Optional.empty();
  private long askSequence = -1;
  private boolean asking;
  private boolean released;
  private boolean dead;

  SimulatedSlot(World world, SimulatedWorker worker, int number) {
    this.world = world;
    this.worker = worker;
    this.id = new SlotId(worker.name(), number);
  }

  SlotId id() {
    return id;
  }

  boolean isReleased() {
    return released;
  }

  /** Asks anew. Sequences come from the clock, so that they rise over restarts too. */
  void ask() {
    if (dead || released) {
      return;
    }
    account = attempt.flatMap(SimulatedAttempt::account);
    attempt = Optional.empty();
    asking = true;
    askSequence = Math.max(askSequence + 1, world.now());
    sendAsk(askSequence);
  }

  private void sendAsk(long sequence) {
    if (dead || !asking || sequence != askSequence) {
      return;
    }
    List<Holding> held =
        holding.entrySet().stream().map(e -> new Holding(e.getKey(), e.getValue())).toList();
    world.toTuner(
        now ->
            new StudyEvent.WorkAsked(
                now, Optional.of(world.incarnation()), id, sequence, held, account));
    world.after(world.spec().patience().waitMillis(), () -> sendAsk(sequence));
  }

  void die() {
    dead = true;
    attempt.ifPresent(SimulatedAttempt::vanish);
  }

  /** The process dies, and with it all slots of the worker. */
  void workerDies() {
    world.died(worker);
  }

  void on(Command command) {
    if (dead || released) {
      return;
    }
    if (asking && isMine(command) && command.askSequence() == askSequence) {
      if (seen.add(command.id())) {
        answered(command);
      }
    } else if (holding.containsKey(command.trial())
        || attempt.filter(a -> a.trial() == command.trial()).isPresent()) {
      if (seen.add(command.id())) {
        overheard(command);
      }
    }
  }

  private boolean isMine(Command command) {
    return command.to().filter(id::equals).isPresent();
  }

  private void answered(Command command) {
    if (command.kind().isGrant()) {
      asking = false;
      Long held = holding.remove(command.trial());
      boolean resumes = held != null && held == command.fromResource();
      attempt = Optional.of(new SimulatedAttempt(world, this, command, resumes));
      attempt.get().start();
    } else if (command.kind() == Command.Kind.RELEASE) {
      asking = false;
      released = true;
    }
  }

  private void overheard(Command command) {
    if (command.kind() == Command.Kind.DISCARD_CHECKPOINT
        || (command.kind().isGrant() && !isMine(command))) {
      holding.remove(command.trial());
    }
    attempt.ifPresent(a -> a.on(command));
  }

  /** The attempt ended: the slot asks anew, and may keep a paused trial suspended. */
  void ended(SimulatedAttempt ended, boolean paused) {
    if (paused && world.plan().fleet().holds()) {
      holding.put(ended.trial(), ended.resource());
    }
    ask();
  }
}
