package io.flexhb.simulator;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.study.message.AttemptRef;
import io.flexhb.core.study.message.Checkpoint;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.EndReason;
import io.flexhb.core.study.message.LastAttempt;
import io.flexhb.core.study.message.LastReport;
import io.flexhb.core.study.message.Metric;
import io.flexhb.core.study.message.StudyEvent;
import java.util.Optional;

/** One attempt as a worker lives it, from its grant to its end. */
final class SimulatedAttempt {
  private final Simulation world;
  private final SimulatedSlot slot;
  private final Command.Grant grant;
  private final AttemptRef ref;
  private final Configuration configuration;
  private final AttemptFaults mishaps;
  private String commandSeen;
  private long resource;
  private long until;
  private boolean ended;
  private Optional<LastAttempt> account = Optional.empty();
  private boolean silent;

  SimulatedAttempt(Simulation world, SimulatedSlot slot, Command.Grant grant, boolean resumesHeld) {
    this.world = world;
    this.slot = slot;
    this.grant = grant;
    this.ref = new AttemptRef(grant.incarnation(), grant.trial(), grant.attempt());
    this.configuration = grant.configuration();
    this.commandSeen = grant.id();
    this.mishaps = AttemptFaults.draw(world, grant, resumesHeld);
    this.resource = mishaps.countsFromOne() ? 0 : grant.fromResource();
    this.until = grant.untilResource();
  }

  int trial() {
    return grant.trial();
  }

  long resource() {
    return resource;
  }

  /** How it ended, when the worker ended it. */
  Optional<LastAttempt> account() {
    return account;
  }

  void start() {
    if (mishaps.checkpointLost()) {
      end(EndReason.CHECKPOINT_LOST, "no such checkpoint");
      return;
    }
    world.toTuner(now -> new StudyEvent.AttemptStarted(now, ref, slot.id(), commandSeen));
    world.after(grant.leaseMillis() / 3, this::signOfLife);
    trainOn();
  }

  /** Heartbeat; while an answer is awaited the report goes out again. */
  private void signOfLife() {
    if (ended || silent) {
      return;
    }
    if (isWaiting()) {
      report();
    } else {
      String seen = commandSeen;
      world.toTuner(now -> new StudyEvent.Heartbeat(now, ref, slot.id(), seen));
    }
    world.after(grant.leaseMillis() / 3, this::signOfLife);
  }

  private boolean isWaiting() {
    return resource >= until;
  }

  /** What the trainer's state is worth; a trainer that counts from 1 again does not know it. */
  private long trainedFor(long reported) {
    return mishaps.countsFromOne() ? grant.fromResource() + reported : reported;
  }

  private void trainOn() {
    long next = world.nextReport(resource, until);
    long millis = 0;
    for (long unit = resource + 1; unit <= next; unit++) {
      millis += world.plan().fleet().time().millis(configuration, trainedFor(unit));
    }
    world.after(millis, () -> trained(next));
  }

  private void trained(long next) {
    if (ended || silent) {
      return;
    }
    world.trainedUnits(next - resource);
    resource = next;
    if (world.network().happens(world.plan().faults().workerDies() * (next - resource + 1))) {
      slot.workerDies();
      return;
    }
    if (world.plan().objective().crashes(configuration, trainedFor(resource))) {
      end(EndReason.FAILED, "crashed");
      return;
    }
    if (mishaps.failsAt() <= resource) {
      end(mishaps.end(), "as drawn");
      return;
    }
    if (mishaps.hangsAt() <= resource) {
      // A supervisor kills the process some time, and the slot asks anew.
      silent = true;
      world.after(3 * grant.leaseMillis(), () -> finish(false));
      return;
    }
    report();
    boolean goesOn = !isWaiting() || mishaps.ignoresBoundary();
    if (goesOn && resource < world.spec().ladder().maxResource()) {
      trainOn();
    }
  }

  private void report() {
    long at = resource;
    Metric metric = mishaps.metric(world.value(configuration, trainedFor(at)));
    Optional<Checkpoint> checkpoint =
        isWaiting()
            ? Optional.of(new Checkpoint(resource, "trial-" + trial() + "@" + resource))
            : Optional.empty();
    String seen = commandSeen;
    world.toTuner(
        now -> new StudyEvent.Reported(now, ref, slot.id(), seen, at, metric, checkpoint));
  }

  void on(Command.Grant command) {
    if (isOver(command)) {
      return;
    }
    boolean goesOn =
        command.kind() == Command.GrantKind.CONTINUE && command.attempt() == ref.attempt();
    if (goesOn && command.untilResource() > until) {
      boolean waited = isWaiting();
      until = command.untilResource();
      commandSeen = command.id();
      if (waited && !mishaps.ignoresBoundary() && !isWaiting()) {
        trainOn();
      }
    } else if (command.attempt() > ref.attempt()) {
      finish(false);
    }
  }

  void on(Command.Ending command) {
    if (!isOver(command) && command.attempt() == ref.attempt()) {
      commandSeen = command.id();
      finish(command.kind() == Command.EndingKind.PAUSE);
    }
  }

  private boolean isOver(Command.OfTrial command) {
    return ended || silent || command.trial() != trial();
  }

  private void end(EndReason reason, String message) {
    String seen = commandSeen;
    Optional<LastReport> last =
        resource > grant.fromResource()
            ? Optional.of(
                new LastReport(
                    resource, mishaps.metric(world.value(configuration, trainedFor(resource)))))
            : Optional.empty();
    world.toTuner(
        now -> new StudyEvent.AttemptEnded(now, ref, slot.id(), seen, reason, message, last));
    account = Optional.of(new LastAttempt(ref, reason, message, last));
    finish(false);
  }

  private void finish(boolean paused) {
    if (!ended) {
      ended = true;
      slot.ended(this, paused);
    }
  }

  /** The process is gone without a word. */
  void vanish() {
    ended = true;
  }
}
