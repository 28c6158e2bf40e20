package io.flexhb.core.study.rule;

import io.flexhb.core.study.decision.Commands;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.decision.ResultBuilder;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.AttemptRef;
import io.flexhb.core.study.message.Checkpoint;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.LeaseKey;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.Slot;
import io.flexhb.core.study.state.Trial;
import java.util.Optional;
import java.util.OptionalLong;

/** Handles attempts that ended before their boundary: lost, failed, preempted, never started. */
final class AttemptFailures {

  /**
   * A grant that is never started says little about the trial: this many are forgiven per allowed
   * attempt.
   */
  private static final int UNSTARTED_PER_ATTEMPT = 3;

  private AttemptFailures() {}

  /**
   * The target level of a trial whose attempt was lost by its own fault; from there on its
   * configuration counts as failed for the models.
   */
  private static OptionalLong failedLevel(RuleContext study, Trial trial, Fact.Blame blame) {
    return blame == Fact.Blame.FAILURE
        ? OptionalLong.of(study.bracket(trial.bracket()).levelOf(trial))
        : OptionalLong.empty();
  }

  static RuleResult expired(RuleContext study, LeaseKey.OfAttempt lease) {
    Optional<Trial> trial =
        study
            .state()
            .trial(lease.trial())
            .filter(t -> t.isLive() && t.attempt() == lease.attempt());
    if (trial.isEmpty()) {
      return RuleResult.rejected(
          Rejection.Kind.LATE,
          Text.of("attempt %d of trial %d is not live", lease.attempt(), lease.trial()));
    }
    SlotId slot = trial.get().slot().orElseThrow();
    RuleResult lost =
        trial.get().started()
            ? lose(
                study, trial.get(), Fact.Blame.FAILURE, Text.of("worker slot %s fell silent", slot))
            : lose(
                study,
                trial.get(),
                Fact.Blame.UNSTARTED,
                Text.of("worker slot %s did not start it in time", slot));
    return lost.then(after -> forget(after, slot, lease));
  }

  /** Forgets the slot, which fell silent with its attempt, unless it has asked again. */
  private static RuleResult forget(RuleContext study, SlotId slot, LeaseKey.OfAttempt lease) {
    return study
        .state()
        .slotTable()
        .find(slot)
        .filter(s -> s.trial() == lease.trial() && s.attempt() == lease.attempt())
        .map(s -> study.result().fact(new Fact.SlotForgotten(slot)).done())
        .orElse(RuleResult.NOTHING);
  }

  static RuleResult expired(RuleContext study, LeaseKey.OfSlot lease) {
    Optional<Slot> slot =
        study.state().slotTable().find(lease.slot()).filter(s -> !study.state().trains(s));
    return slot.isPresent()
        ? study
            .result()
            .fact(new Fact.SlotForgotten(lease.slot()))
            .because("lease", -1, Text.of("slot %s fell silent", lease.slot()))
            .done()
        : RuleResult.rejected(
            Rejection.Kind.LATE, Text.of("slot %s is training or gone", lease.slot()));
  }

  /** A slot asks again, so it no longer trains the trial of its last ask. */
  static RuleResult abandoned(RuleContext study, Slot slot) {
    if (!study.state().trains(slot)) {
      return RuleResult.NOTHING;
    }
    Trial trial = study.trial(slot.trial());
    return lose(
        study,
        trial,
        trial.started() ? Fact.Blame.FAILURE : Fact.Blame.UNSTARTED,
        Text.of(
            "worker slot %s asked anew without ending it (restarted, or two of one name)",
            slot.id()));
  }

  static RuleResult ended(RuleContext study, Trial trial, StudyEvent.AttemptEnded event) {
    if (!trial.isLive()) {
      return RuleResult.rejected(
          Rejection.Kind.LATE,
          Text.of("attempt %d of trial %d had ended before", trial.attempt(), trial.number())
              + said(event));
    }
    return switch (event.reason()) {
      case FAILED -> lose(study, trial, Fact.Blame.FAILURE, "the trainer failed" + said(event));
      case PREEMPTED -> lose(study, trial, Fact.Blame.NONE, "the worker was preempted");
      case RELEASED -> lose(study, trial, Fact.Blame.NONE, "the worker gave it back");
      case CONVERGED -> Convergence.ended(study, trial, event);
      case INFEASIBLE -> infeasible(study, trial, event);
      case CHECKPOINT_LOST -> {
        // An attempt from 0 had no checkpoint to lose, so this is the trainer's fault.
        Fact.Blame blame = trial.fromResource() > 0 ? Fact.Blame.NONE : Fact.Blame.FAILURE;
        yield study
            .result()
            .fact(new Fact.CheckpointRecorded(trial.number(), Optional.empty()))
            .done()
            .then(
                after ->
                    lose(
                        after,
                        after.trial(trial.number()),
                        blame,
                        "its checkpoint could not be read"));
      }
    };
  }

  /** Fails the trial at once: another attempt would not succeed. */
  private static RuleResult infeasible(
      RuleContext study, Trial trial, StudyEvent.AttemptEnded event) {
    return fail(
        study,
        trial,
        Fact.Blame.NONE,
        "failed: its configuration is infeasible" + said(event),
        OptionalLong.of(study.bracket(trial.bracket()).levelOf(trial)),
        reached(trial));
  }

  private static String said(StudyEvent.AttemptEnded event) {
    return event.message().isBlank() ? "" : ": " + event.message().strip();
  }

  /** Ends the live attempt; the trial is granted again unless it has used up its attempts. */
  static RuleResult lose(RuleContext study, Trial trial, Fact.Blame blame, String reason) {
    long reached = reached(trial);
    int maxAttempts = study.spec().patience().maxAttempts();
    boolean tooManyFailures = blame == Fact.Blame.FAILURE && trial.failures() + 1 >= maxAttempts;
    boolean neverStarts =
        blame == Fact.Blame.UNSTARTED
            && trial.unstarted() + 1 >= maxAttempts * UNSTARTED_PER_ATTEMPT;
    if (tooManyFailures || neverStarts) {
      return fail(
          study,
          trial,
          blame,
          Text.of("failed after %d attempt(s): %s", trial.attempt(), reason),
          failedLevel(study, trial, blame),
          reached);
    }
    long until = study.bracket(trial.bracket()).levelOf(trial);
    long resumesAt = resumesAt(trial, until);
    String text =
        Text.of(
            "attempt %d lost: %s; tried again from %s",
            trial.attempt(), reason, study.spec().shown(resumesAt));
    long refund = trial.unusedResource(reached);
    long promised = Math.min(until - resumesAt, affordableAfter(study, refund));
    int failures = trial.failures() + (blame == Fact.Blame.FAILURE ? 1 : 0);
    return study
        .result()
        .fact(new Fact.AttemptLost(trial.number(), trial.attempt(), blame, refund, promised, text))
        .because(
            "lease",
            trial.number(),
            text,
            "blame",
            blame.name(),
            "failures",
            Integer.toString(failures),
            "maxAttempts",
            Integer.toString(maxAttempts))
        .done();
  }

  /**
   * Ends the live attempt because the study is over. The trial is not at fault and waits: if the
   * study is re-opened, it continues from its checkpoint.
   */
  static RuleResult interrupt(RuleContext study, Trial trial, String reason) {
    AttemptRef attempt =
        new AttemptRef(study.state().incarnation(), trial.number(), trial.attempt());
    long until = study.bracket(trial.bracket()).levelOf(trial);
    long resumesAt = resumesAt(trial, until);
    String text =
        Text.of(
            "attempt %d ended, %s; re-opened it goes on from %s",
            trial.attempt(), reason, study.spec().shown(resumesAt));
    long refund = trial.unusedResource(reached(trial));
    long promised = Math.min(until - resumesAt, affordableAfter(study, refund));
    return study
        .result()
        .fact(
            new Fact.AttemptLost(
                trial.number(), trial.attempt(), Fact.Blame.NONE, refund, promised, text))
        .send(Commands.fence(attempt, trial.slot().orElseThrow(), reason))
        .because("study", trial.number(), text)
        .done();
  }

  private static long resumesAt(Trial trial, long until) {
    return trial.checkpoint().map(Checkpoint::resource).filter(r -> r < until).orElse(0L);
  }

  /** The resource up to which the attempt is known to be trained: its last level or checkpoint. */
  static long reached(Trial trial) {
    long kept = trial.checkpoint().map(Checkpoint::resource).orElse(0L);
    return Math.max(trial.resource(), kept);
  }

  /**
   * The units that can be promised after a refund: no more than the budget has, without the
   * promises to others.
   */
  private static long affordableAfter(RuleContext study, long refund) {
    long remaining = study.remainingBudget();
    return remaining == Long.MAX_VALUE ? remaining : Math.max(0, remaining + refund);
  }

  /**
   * Fails the trial for good.
   *
   * @param level from which on it counts as failed for the models; empty when its configuration is
   *     not at fault
   * @param reached resource up to which it was trained, absolute
   */
  static RuleResult fail(
      RuleContext study,
      Trial trial,
      Fact.Blame blame,
      String reason,
      OptionalLong level,
      long reached) {
    ResultBuilder found = study.result();
    Optional<Command.Ending> command =
        trial.isLive() ? Optional.of(found.create().stop(trial, reason)) : Optional.empty();
    long refund = trial.unusedResource(reached);
    return found
        .fact(new Fact.Failed(trial.number(), blame, reason, level, refund, command))
        .send(command)
        .send(found.create().discardCheckpoint(trial, reason))
        .because("failure", trial.number(), reason)
        .done();
  }
}
