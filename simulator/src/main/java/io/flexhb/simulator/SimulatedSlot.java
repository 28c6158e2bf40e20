package io.flexhb.simulator;

import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.LastAttempt;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.message.SuspendedTrial;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A slot that follows docs/protocol.md: asks, repeats its ask, trains what it is granted. */
final class SimulatedSlot {
  private final Simulation world;
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

  SimulatedSlot(Simulation world, SimulatedWorker worker, int number) {
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
    List<SuspendedTrial> held =
        holding.entrySet().stream().map(e -> new SuspendedTrial(e.getKey(), e.getValue())).toList();
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
    command.accept(new Heard());
  }

  /** What the slot does with each kind of command. */
  private final class Heard implements Command.Visitor<Void> {
    @Override
    public Void on(Command.Grant grant) {
      if (grant.askSequence().isPresent() && isAnswer(grant, grant.askSequence().getAsLong())) {
        if (seen.add(grant.id())) {
          granted(grant);
        }
      } else if (concerns(grant)) {
        if (!grant.slot().equals(id)) {
          holding.remove(grant.trial());
        }
        attempt.ifPresent(a -> a.on(grant));
      }
      return null;
    }

    @Override
    public Void on(Command.Ending ending) {
      if (concerns(ending)) {
        attempt.ifPresent(a -> a.on(ending));
      }
      return null;
    }

    @Override
    public Void on(Command.Discard discard) {
      if (concerns(discard)) {
        holding.remove(discard.trial());
      }
      return null;
    }

    @Override
    public Void on(Command.Wait wait) {
      return null;
    }

    @Override
    public Void on(Command.Release release) {
      if (isAnswer(release, release.askSequence())) {
        asking = false;
        released = true;
      }
      return null;
    }

    @Override
    public Void on(Command.Rejected rejected) {
      return null;
    }
  }

  private boolean isAnswer(Command command, long sequence) {
    return asking && sequence == askSequence && command.to().filter(id::equals).isPresent();
  }

  /** Whether it is about a trial that the slot has, and news. */
  private boolean concerns(Command.OfTrial command) {
    boolean known =
        holding.containsKey(command.trial())
            || attempt.filter(a -> a.trial() == command.trial()).isPresent();
    return known && seen.add(command.id());
  }

  private void granted(Command.Grant grant) {
    asking = false;
    Long held = holding.remove(grant.trial());
    boolean resumes = held != null && held == grant.fromResource();
    attempt = Optional.of(new SimulatedAttempt(world, this, grant, resumes));
    attempt.get().start();
  }

  /** The attempt ended: the slot asks anew, and may keep a paused trial suspended. */
  void ended(SimulatedAttempt ended, boolean paused) {
    if (paused && world.plan().fleet().holds()) {
      holding.put(ended.trial(), ended.resource());
    }
    ask();
  }
}
