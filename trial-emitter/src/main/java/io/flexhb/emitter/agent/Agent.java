package io.flexhb.emitter.agent;

import io.flexhb.emitter.Grant;
import io.flexhb.emitter.MonotoneClock;
import io.flexhb.emitter.TrialCheckpoint;
import io.flexhb.emitter.TrialClient;
import io.flexhb.emitter.WorkerSlot;
import io.flexhb.emitter.agent.checkpoint.CheckpointStore;
import io.flexhb.emitter.agent.spool.SpoolingTransport;
import io.flexhb.emitter.protocol.TrainingInterruptedException;
import io.flexhb.emitter.protocol.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a script for the trials of a study, in a number of slots, until the study is over. Create
 * one and {@link #run} it; {@link #drain} ends it early, from any thread.
 */
public final class Agent implements AutoCloseable {

  /** This many failures in a row suggest a mistake in the script or on this machine. */
  private static final int MOST_FAILURES = 10;

  private static final long ASK_MILLIS = 1;
  private static final String HOST = WorkerName.host();
  private static final Logger LOG = LoggerFactory.getLogger(Agent.class);

  private final AgentSettings settings;
  private final TrialClient client;
  private final CheckpointStore store;
  private final SuspendedScripts suspended;
  private final SlotAssignments inHand;
  private final Drain drain = new Drain();

  /** Distinct trials that failed since the last success; one trial may fail several times. */
  private final Set<Integer> failed = ConcurrentHashMap.newKeySet();

  private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
  private final List<Thread> threads = new ArrayList<>();
  private final Set<Thread> training = ConcurrentHashMap.newKeySet();

  /**
   * Creates an agent; nothing is connected yet.
   *
   * @param worker unique among the workers of the study
   * @param closeTimeout how long closing may wait for the delivery of pending records
   */
  public Agent(
      AgentSettings settings, String worker, Duration closeTimeout, Transport.Opener opener) {
    this.settings = settings;
    this.store =
        settings.folders().localCheckpoints()
            ? CheckpointStore.local(settings.folders().checkpoints(), worker)
            : CheckpointStore.shared(settings.folders().checkpoints());
    this.suspended = new SuspendedScripts(settings.suspension());
    this.inHand = new SlotAssignments(settings.folders().state());
    this.client =
        TrialClient.managed(
            worker,
            closeTimeout,
            onCommand ->
                new SpoolingTransport(
                    settings.folders().state().resolve("spool"), opener.open(onCommand)),
            grant ->
                "log "
                    + HOST
                    + ":"
                    + settings
                        .folders()
                        .log(grant.getStudy(), grant.getTrial(), grant.getAttempt()));
    client.onDiscardCheckpoint(this::discard);
  }

  /**
   * Trains until the study is over, or until drained.
   *
   * @throws io.flexhb.emitter.protocol.TunerUnavailableException when broker, topics or registry
   *     are unavailable for too long
   * @throws IllegalStateException when ten trials in a row failed here, or another process works
   *     under this worker's name
   */
  public void run() throws InterruptedException {
    List<WorkerSlot> slots =
        IntStream.range(0, settings.slots())
            .mapToObj(number -> client.slot(settings.study(), number))
            // Slots in which a killed agent left a trial ask last: their ask makes the tuner grant
            // that
            // trial elsewhere, and the other slots must have replaced their own old asks by then.
            .sorted(Comparator.comparing(slot -> inHand.wasLeft(slot.number())))
            .toList();
    for (WorkerSlot slot : slots) {
      Launcher launcher = new Launcher(settings, slot.number(), new MonotoneClock());
      threads.add(new Thread(() -> work(slot, launcher), "flexhb-slot-" + slot.number()));
    }
    for (int i = 0; i < threads.size(); i++) {
      threads.get(i).start();
      while (!slots.get(i).hasAsked() && threads.get(i).isAlive()) {
        Thread.sleep(ASK_MILLIS);
      }
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure.get() != null) {
      throw failure.get();
    }
  }

  private void work(WorkerSlot slot, Launcher launcher) {
    try {
      while (!drain.hasBegun()) {
        Optional<Grant> grant = slot.ask();
        if (grant.isEmpty()) {
          return;
        }
        train(grant.get(), launcher, slot);
      }
    } catch (InterruptedException | TrainingInterruptedException interrupted) {
      LOG.debug("Slot {} ends", slot.number(), interrupted);
    } catch (RuntimeException broken) {
      failure.compareAndSet(null, broken);
      drain(Duration.ZERO);
    } finally {
      slot.close();
    }
  }

  private void train(Grant grant, Launcher launcher, WorkerSlot slot) throws InterruptedException {
    boolean well;
    training.add(Thread.currentThread());
    try {
      well = trainExclusively(grant, launcher, slot);
    } finally {
      training.remove(Thread.currentThread());
    }
    suspended.keepWithinBounds(slot::dropHeld);
    if (well) {
      failed.clear();
    } else if (failed.add(grant.trial()) && failed.size() == MOST_FAILURES) {
      throw new IllegalStateException(
          MOST_FAILURES
              + " trials in a row failed here, so this agent ends. See 'flexhb decisions "
              + settings.study()
              + "' and the logs in "
              + settings.folders().logs()
              + " for the reasons");
    }
  }

  /** Trains the trial once no other slot works on it. */
  private boolean trainExclusively(Grant grant, Launcher launcher, WorkerSlot slot)
      throws InterruptedException {
    try {
      inHand.take(slot.number(), grant.trial());
    } catch (InterruptedException interrupted) {
      grant.preempt("the agent was ended");
      throw interrupted;
    }
    try {
      return new TrialRun(settings, grant, launcher, store, suspended, drain).train();
    } finally {
      inHand.leave(slot.number(), grant.trial());
    }
  }

  /**
   * Ends the agent: it takes no new trials. Running trials may reach their boundary within the
   * given time; then their scripts are terminated, and the trials continue elsewhere. Returns at
   * once.
   */
  public void drain(Duration patience) {
    drain.begin();
    threads.stream().filter(thread -> !training.contains(thread)).forEach(Thread::interrupt);
    Thread limit = new Thread(() -> interruptAll(patience), "flexhb-drain");
    limit.setDaemon(true);
    limit.start();
  }

  private void interruptAll(Duration patience) {
    try {
      Thread.sleep(patience.toMillis());
    } catch (InterruptedException atOnce) {
      Thread.currentThread().interrupt();
    }
    // Only once per thread: a second interrupt would cut short the grace period of its script.
    training.forEach(Thread::interrupt);
  }

  /**
   * Offers the trials that an earlier agent of this name left here, which the tuner may still want.
   */
  public void offerKept(UUID incarnation) {
    if (settings.folders().localCheckpoints()) {
      store
          .kept(settings.study(), incarnation)
          .forEach(kept -> client.hold(incarnation, kept.trial(), kept.resource(), kept));
    }
  }

  private void discard(TrialCheckpoint checkpoint) {
    store.discard(checkpoint.reference());
  }

  /** Gives back open attempts, ends suspended scripts, and delivers pending records. */
  @Override
  public void close() {
    client.close();
  }
}
