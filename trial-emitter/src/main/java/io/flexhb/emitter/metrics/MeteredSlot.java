package io.flexhb.emitter.metrics;

import io.flexhb.avro.Command;
import java.time.Duration;
import java.util.UUID;

/** The state of a slot for its meters. Thread-safe. */
final class MeteredSlot {

  /** What a slot does. */
  enum State {
    /** Waits for work. */
    ASKING,
    /** Has a trial and trains it. */
    TRAINING,
    /** Has reported a boundary and waits for the decision. */
    DECIDING,
    /** Has nothing to do. */
    IDLE
  }

  private State state = State.IDLE;
  private long askSequence = -1;
  private long askedNanos;
  private UUID incarnation = new UUID(0, 0);
  private int trial = -1;
  private int attempt;
  private long untilResource;
  private long resource;
  private long reportedNanos;

  synchronized State state() {
    return state;
  }

  /** Returns whether the ask is a new one. */
  synchronized boolean asks(long sequence, long now) {
    if (sequence == askSequence) {
      return false;
    }
    askSequence = sequence;
    askedNanos = now;
    state = State.ASKING;
    return true;
  }

  /** Returns whether the report is a new one. */
  synchronized boolean reports(long at, long now) {
    if (at <= resource) {
      return false;
    }
    resource = at;
    if (state == State.TRAINING && at >= untilResource) {
      state = State.DECIDING;
      reportedNanos = now;
    }
    return true;
  }

  synchronized void ends() {
    state = State.IDLE;
    trial = -1;
  }

  synchronized void on(Command command, long now, WorkerStudyMeters meters) {
    switch (command.getKind()) {
      case START, CONTINUE, REVIVE -> granted(command, now, meters);
      case PAUSE, STOP, COMPLETE -> {
        if (isAboutTheTrialInHand(command)) {
          decided(command, now, meters);
          ends();
        }
      }
      case RELEASE -> {
        if (state == State.ASKING) {
          state = State.IDLE;
        }
      }
      default -> {
        // Neither of these ends a wait.
      }
    }
  }

  private void granted(Command command, long now, WorkerStudyMeters meters) {
    if (state == State.ASKING && command.getAskSequence() == askSequence) {
      meters.granted(command.getKind(), Duration.ofNanos(now - askedNanos));
      incarnation = command.getIncarnation();
      trial = command.getTrial();
      attempt = command.getAttempt();
      untilResource = command.getUntilResource();
      resource = command.getFromResource();
      state = State.TRAINING;
    } else if (isAboutTheTrialInHand(command) && command.getUntilResource() > untilResource) {
      untilResource = command.getUntilResource();
      decided(command, now, meters);
    }
  }

  private boolean isAboutTheTrialInHand(Command command) {
    return (state == State.TRAINING || state == State.DECIDING)
        && command.getTrial() == trial
        && command.getAttempt() == attempt
        && command.getIncarnation().equals(incarnation);
  }

  private void decided(Command command, long now, WorkerStudyMeters meters) {
    meters.decided(command.getKind());
    if (state == State.DECIDING) {
      meters.waited(Duration.ofNanos(now - reportedNanos));
      state = State.TRAINING;
    }
  }
}
