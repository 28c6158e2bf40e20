package io.flexhb.emitter;

import io.flexhb.avro.Command;
import io.flexhb.avro.EndReason;
import io.flexhb.emitter.protocol.Answer;
import io.flexhb.emitter.protocol.AttemptProtocol;
import io.flexhb.emitter.protocol.SlotProtocol;
import io.flexhb.emitter.protocol.TrainingInterruptedException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * The slot of one training thread, which trains one trial at a time. Opened by {@link
 * TrialClient#slot}; closing it gives back an unfinished trial.
 */
public final class WorkerSlot implements AutoCloseable {

  /**
   * This many failures in a row suggest a mistake in the trainer rather than bad configurations.
   */
  private static final int MOST_FAILURES = 10;

  private static final Logger LOG = LoggerFactory.getLogger(WorkerSlot.class);
  private static final long CLOSE_SECONDS = 5;

  private final SlotProtocol protocol;
  private final AskSequence asks;
  private final LongSupplier clock;
  private final Consumer<WorkerSlot> onClose;

  /** Guards all fields below and the order of this slot's records. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition changed = lock.newCondition();
  private Optional<Thread> trainer = Optional.empty();
  private Optional<AttemptProtocol> inHand = Optional.empty();
  private final UnknownStudy unknown;
  private boolean givenUp;
  private boolean closed;

  WorkerSlot(
      SlotProtocol protocol,
      AskSequence asks,
      LongSupplier clock,
      Optional<Duration> unknownStudyTimeout,
      Consumer<WorkerSlot> onClose) {
    this.unknown =
        new UnknownStudy(
            protocol.address().study(), unknownStudyTimeout, text -> LOG.warn("{}", text));
    this.protocol = protocol;
    this.asks = asks;
    this.clock = clock;
    this.onClose = onClose;
  }

  /** Id of its study. */
  public String study() {
    return protocol.address().study();
  }

  /** Number of the slot within its worker, from 0. */
  public int number() {
    return protocol.address().number();
  }

  /**
   * Asks for a trial and waits until there is one. The current grant must have ended: train while
   * {@link Grant#hasNext()}, or call {@link Grant#fail} or {@link Grant#release}.
   *
   * @return empty when the study is over, or this slot or its client was closed
   * @throws IllegalStateException when the current grant has not ended, another process works under
   *     this worker's name, or the study stays unknown to the tuner for the configured time
   * @throws TrainingInterruptedException when interrupted while waiting
   */
  public Optional<Grant> ask() {
    while (true) {
      Optional<Grant> grant = askOnce();
      if (grant.isEmpty() || hasItsState(grant.get())) {
        return grant;
      }
    }
  }

  /**
   * Whether this slot has asked for work; the tuner receives asks in the order in which they were
   * made.
   */
  public boolean hasAsked() {
    return read(() -> protocol.state() != SlotProtocol.State.NEW);
  }

  /**
   * Whether the grant's state is here; if not, ends the attempt, and the trial starts again from
   * the beginning.
   */
  private boolean hasItsState(Grant grant) {
    boolean has = read(() -> inHand.map(protocol::hasItsState).orElse(true));
    if (!has) {
      String what = "the state of resource " + grant.text(grant.from()) + " is not held here";
      LOG.warn("{} starts again from the beginning: {}", grant, what);
      grant.failCheckpointLost(what);
    }
    return has;
  }

  private Optional<Grant> askOnce() {
    lock.lock();
    try {
      finishAttemptInHand();
      if (closed) {
        return Optional.empty();
      }
      trainer = Optional.of(Thread.currentThread());
      if (!protocol.isTraining()) {
        protocol.ask(asks.next(), clock.getAsLong());
      }
      givenUp = false;
      while (!closed && !givenUp && protocol.state() == SlotProtocol.State.ASKING) {
        await("a trial of study " + study());
      }
      if (givenUp && !closed && protocol.state() == SlotProtocol.State.ASKING) {
        throw new IllegalStateException(unknown.text(clock.getAsLong()));
      }
      if (protocol.state() == SlotProtocol.State.DISPLACED) {
        throw new IllegalStateException(
            "another process also works as slot "
                + protocol.address()
                + ", and the tuner"
                + " answers that one: give each worker its own name");
      }
      if (closed || protocol.state() == SlotProtocol.State.RELEASED) {
        return Optional.empty();
      }
      inHand = protocol.attempt();
      return inHand.map(attempt -> new Grant(this, attempt));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Trains until the study is over. An exception of the trainer is logged and fails that trial, and
   * the slot asks for the next one. Interruption, {@link Error}s and ten failures in a row end the
   * run.
   *
   * @throws TrainingInterruptedException when interrupted
   * @throws IllegalStateException when so many trials failed in a row that the trainer must be
   *     faulty, or another process works under this worker's name
   */
  public void run(Trainer trainer) {
    Set<Integer> failed = new HashSet<>();
    for (Optional<Grant> grant = ask(); grant.isPresent(); grant = ask()) {
      Grant trial = grant.get();
      try {
        train(trainer, trial);
        finish(trial);
        failed.clear();
      } catch (TrainingInterruptedException interrupted) {
        trial.release();
        throw interrupted;
      } catch (InterruptedException interrupted) {
        trial.release();
        Thread.currentThread().interrupt();
        throw new TrainingInterruptedException("interrupted while training " + trial);
      } catch (Exception failure) {
        LOG.warn("Training failed: {}", trial, failure);
        trial.fail(failure);
        // A trial fails each time it is tried, so only distinct trials are counted.
        failed.add(trial.trial());
        if (failed.size() == MOST_FAILURES) {
          throw new IllegalStateException(
              failed.size()
                  + " trials of study "
                  + study()
                  + " failed in a row; the last failure is the cause",
              failure);
        }
      } catch (Error failure) {
        trial.fail(failure);
        throw failure;
      }
    }
  }

  /** Runs the trainer with the trial in its log lines, for programs that read logs. */
  private static void train(Trainer trainer, Grant trial) throws Exception {
    MDC.put("study", trial.study());
    MDC.put("trial", Integer.toString(trial.trial()));
    MDC.put("attempt", Integer.toString(trial.attempt()));
    try {
      trainer.train(trial);
    } finally {
      List.of("study", "trial", "attempt").forEach(MDC::remove);
    }
  }

  /** Ends an attempt that the trainer left open. */
  private static void finish(Grant trial) {
    if (trial.isWaiting()) {
      // If it continues after all, it must be resumed from its checkpoint.
      trial.awaitDecision();
      trial.release();
    } else if (trial.isLive()) {
      trial.fail("the trainer returned before resource " + trial.text(trial.until()));
    }
  }

  /**
   * Gives back an unfinished trial and closes the slot. A thread that waits in this slot returns.
   */
  @Override
  public void close() {
    close(EndReason.RELEASED, "the slot was closed");
  }

  void close(EndReason reason, String message) {
    if (lockForClose()) {
      try {
        if (closed) {
          return;
        }
        closed = true;
        protocol.attempt().ifPresent(attempt -> attempt.end(reason, message, clock.getAsLong()));
        protocol.dropAll();
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
    onClose.accept(this);
  }

  /** A trainer stuck in an outage of the broker holds the lock; that must not keep a JVM alive. */
  private boolean lockForClose() {
    try {
      return lock.tryLock(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return lock.tryLock();
    }
  }

  /** Handles a command of the study. Called by the reader's thread. */
  void on(Command command) {
    lock.lock();
    try {
      if (!closed && protocol.on(command, clock.getAsLong())) {
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Repeats unanswered records and keeps the attempt alive. Called by the client's thread. */
  void tick() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      if (protocol.isTraining() && !trainer.map(Thread::isAlive).orElse(false)) {
        // Heartbeats for a dead thread would block its trial forever.
        protocol
            .attempt()
            .orElseThrow()
            .end(EndReason.FAILED, "the training thread ended within the trial", clock.getAsLong());
      }
      protocol.tick(clock.getAsLong());
      if (unknown.isGivenUp(protocol.isStudyUnknown(), clock.getAsLong())) {
        givenUp = true;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  TunerDecision awaitDecision(AttemptProtocol attempt) {
    lock.lock();
    try {
      Optional<Answer> answer = attempt.answer();
      while (answer.isEmpty()) {
        await("the decision on trial " + attempt.grant().getTrial() + " of study " + study());
        answer = attempt.answer();
      }
      return TunerDecision.of(answer.get(), attempt.step());
    } finally {
      lock.unlock();
    }
  }

  /** Drops the state that {@link Grant#hold} kept of a trial; the next ask tells the tuner. */
  public void dropHeld(int trial) {
    lock.lock();
    try {
      protocol.drop(trial);
    } finally {
      lock.unlock();
    }
  }

  Optional<Object> held(AttemptProtocol attempt) {
    return read(() -> protocol.held(attempt));
  }

  void hold(AttemptProtocol attempt, Object state) {
    lock.lock();
    try {
      protocol.hold(attempt, state);
    } finally {
      lock.unlock();
    }
  }

  /** Runs an action on the attempt under the lock, with the current time. */
  void act(LongConsumer action) {
    lock.lock();
    try {
      action.accept(clock.getAsLong());
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  <T> T read(Supplier<T> reader) {
    lock.lock();
    try {
      return reader.get();
    } finally {
      lock.unlock();
    }
  }

  private void finishAttemptInHand() {
    if (inHand.isEmpty()) {
      return;
    }
    AttemptProtocol attempt = inHand.get();
    if (awaitDecision(attempt).goesOn()) {
      throw new IllegalStateException(
          "trial "
              + attempt.grant().getTrial()
              + " of study "
              + study()
              + " is at resource "
              + attempt.step().text(attempt.resource())
              + " and continues until "
              + attempt.step().text(attempt.untilResource())
              + ": train while hasNext(), or call fail() or release(), before the next ask()");
    }
  }

  private void await(String what) {
    try {
      changed.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new TrainingInterruptedException("interrupted while waiting for " + what);
    }
  }
}
