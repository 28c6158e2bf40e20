package io.flexhb.core.study;

import java.util.Optional;
import java.util.OptionalLong;

/** Attempts that ended without their boundary: lost, failed, preempted, never started. */
final class Losses {

  /**
   * A grant that is never started says little about the trial: so many of them are forgiven per
   * attempt allowed.
   */
  private static final int UNSTARTED_PER_ATTEMPT = 3;

  private Losses() {}

  static void expired(Deliberation d, LeaseKey.OfAttempt lease) {
    Optional<Trial> trial =
        d.state().trial(lease.trial()).filter(t -> t.isLive() && t.attempt() == lease.attempt());
    if (trial.isEmpty()) {
      d.reject(
          Rejection.Kind.LATE,
          Text.of("attempt %d of trial %d is not live", lease.attempt(), lease.trial()));
      return;
    }
    SlotId slot = trial.get().slot().orElseThrow();
    if (trial.get().started()) {
      lose(d, trial.get(), Fact.Blame.FAILURE, Text.of("worker slot %s fell silent", slot));
    } else {
      lose(
          d,
          trial.get(),
          Fact.Blame.UNSTARTED,
          Text.of("worker slot %s did not start it in time", slot));
    }
    d.state()
        .desk()
        .find(slot)
        .filter(s -> s.trial() == lease.trial() && s.attempt() == lease.attempt())
        .ifPresent(s -> d.fact(new Fact.SlotForgotten(slot)));
  }

  static void expired(Deliberation d, LeaseKey.OfSlot lease) {
    Optional<Slot> slot = d.state().desk().find(lease.slot()).filter(s -> !d.state().trains(s));
    if (slot.isPresent()) {
      d.fact(new Fact.SlotForgotten(lease.slot()));
      d.because("lease", -1, Text.of("slot %s fell silent", lease.slot()));
    } else {
      d.reject(Rejection.Kind.LATE, Text.of("slot %s is training or gone", lease.slot()));
    }
  }

  /** A slot asks anew: whatever it trained by its last ask, it trains no more. */
  static void abandoned(Deliberation d, Slot slot) {
    if (d.state().trains(slot)) {
      Trial trial = d.trial(slot.trial());
      lose(
          d,
          trial,
          trial.started() ? Fact.Blame.FAILURE : Fact.Blame.UNSTARTED,
          Text.of(
              "worker slot %s asked anew without ending it (restarted, or two of one name)",
              slot.id()));
    }
  }

  static void ended(Deliberation d, Trial trial, StudyEvent.AttemptEnded event) {
    if (!trial.isLive()) {
      d.reject(
          Rejection.Kind.LATE,
          Text.of("attempt %d of trial %d had ended before", trial.attempt(), trial.number())
              + said(event));
      return;
    }
    switch (event.reason()) {
      case FAILED -> lose(d, trial, Fact.Blame.FAILURE, "the trainer failed" + said(event));
      case PREEMPTED -> lose(d, trial, Fact.Blame.NONE, "the worker was preempted");
      case RELEASED -> lose(d, trial, Fact.Blame.NONE, "the worker gave it back");
      case CHECKPOINT_LOST -> {
        // An attempt from 0 had none to lose: that is the trainer's fault.
        Fact.Blame blame = trial.fromResource() > 0 ? Fact.Blame.NONE : Fact.Blame.FAILURE;
        d.fact(new Fact.CheckpointRecorded(trial.number(), Optional.empty()));
        lose(d, d.trial(trial.number()), blame, "its checkpoint could not be read");
      }
    }
  }

  private static String said(StudyEvent.AttemptEnded event) {
    return event.message().isBlank() ? "" : ": " + event.message().strip();
  }

  /** Ends the live attempt; the trial is granted anew, unless it has had its chances. */
  static void lose(Deliberation d, Trial trial, Fact.Blame blame, String reason) {
    long reached = reached(trial);
    int maxAttempts = d.spec().patience().maxAttempts();
    boolean tooManyFailures = blame == Fact.Blame.FAILURE && trial.failures() + 1 >= maxAttempts;
    boolean neverStarts =
        blame == Fact.Blame.UNSTARTED
            && trial.unstarted() + 1 >= maxAttempts * UNSTARTED_PER_ATTEMPT;
    if (tooManyFailures || neverStarts) {
      fail(
          d,
          trial,
          blame,
          Text.of("failed after %d attempt(s): %s", trial.attempt(), reason),
          OptionalLong.empty(),
          reached);
      return;
    }
    long until = d.bracket(trial.bracket()).levelOf(trial);
    long resumesAt = trial.checkpoint().map(Checkpoint::resource).filter(r -> r < until).orElse(0L);
    String text =
        Text.of("attempt %d lost: %s; tried again from %d", trial.attempt(), reason, resumesAt);
    long refund = trial.unusedResource(reached);
    long promised = Math.min(until - resumesAt, affordableAfter(d, refund));
    d.fact(new Fact.AttemptLost(trial.number(), trial.attempt(), blame, refund, promised, text));
    d.because(
        "lease",
        trial.number(),
        text,
        "blame",
        blame.name(),
        "failures",
        Integer.toString(d.trial(trial.number()).failures()),
        "maxAttempts",
        Integer.toString(maxAttempts));
  }

  /** As far as the attempt was trained, for all that is known: to its last level or checkpoint. */
  private static long reached(Trial trial) {
    long kept = trial.checkpoint().map(Checkpoint::resource).orElse(0L);
    return Math.max(trial.resource(), kept);
  }

  /** No more is promised than the budget holds: what others were promised stays theirs. */
  private static long affordableAfter(Deliberation d, long refund) {
    long remaining = d.remainingBudget();
    return remaining == Long.MAX_VALUE ? remaining : Math.max(0, remaining + refund);
  }

  /**
   * Fails the trial for good.
   *
   * @param level where a value was not finite
   * @param reached resource up to which it was trained, absolute
   */
  static void fail(
      Deliberation d,
      Trial trial,
      Fact.Blame blame,
      String reason,
      OptionalLong level,
      long reached) {
    Optional<Command> command =
        trial.isLive() ? Optional.of(d.about(Command.Kind.STOP, trial, reason)) : Optional.empty();
    long refund = trial.unusedResource(reached);
    d.fact(new Fact.Failed(trial.number(), blame, reason, level, refund, command));
    command.ifPresent(d::send);
    Rungs.discardCheckpoint(d, trial, reason);
    d.because("failure", trial.number(), reason);
  }
}
