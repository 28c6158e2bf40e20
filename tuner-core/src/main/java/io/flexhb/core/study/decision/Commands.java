package io.flexhb.core.study.decision;

import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.message.AttemptRef;
import io.flexhb.core.study.message.Checkpoint;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Trial;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** Makes commands for one rule. */
public final class Commands {
  private final UUID incarnation;
  private final long decision;
  private final StudySpec spec;
  private final int before;
  private int created;

  /**
   * @param decision sequence number of the decision
   * @param before commands that the decision made before
   */
  Commands(UUID incarnation, long decision, StudySpec spec, int before) {
    this.incarnation = incarnation;
    this.decision = decision;
    this.spec = spec;
    this.before = before;
  }

  /** How many ids were taken. */
  int created() {
    return created;
  }

  /** Ids are unique within the incarnation: number of the decision, number of the command in it. */
  private String newCommandId() {
    return decision + "." + (before + created++);
  }

  public Command.Grant grant(
      Command.GrantKind kind,
      SlotId to,
      OptionalLong askSequence,
      Trial trial,
      int attempt,
      long from,
      long until,
      Optional<Checkpoint> checkpoint,
      String reason) {
    return new Command.Grant(
        newCommandId(),
        incarnation,
        kind,
        to,
        askSequence,
        trial.number(),
        attempt,
        from,
        until,
        trial.configuration(),
        checkpoint,
        spec.patience().leaseMillis(),
        reason);
  }

  public Command.Ending pause(Trial trial, String reason) {
    return ending(Command.EndingKind.PAUSE, trial, reason);
  }

  public Command.Ending stop(Trial trial, String reason) {
    return ending(Command.EndingKind.STOP, trial, reason);
  }

  public Command.Ending complete(Trial trial, String reason) {
    return ending(Command.EndingKind.COMPLETE, trial, reason);
  }

  /** To whoever had the trial last. */
  private Command.Ending ending(Command.EndingKind kind, Trial trial, String reason) {
    return new Command.Ending(
        newCommandId(), incarnation, kind, trial.slot(), trial.number(), trial.attempt(), reason);
  }

  /** When the trial has a checkpoint. */
  public Optional<Command> discardCheckpoint(Trial trial, String reason) {
    return trial
        .checkpoint()
        .map(
            checkpoint ->
                new Command.Discard(
                    newCommandId(),
                    incarnation,
                    trial.slot(),
                    trial.number(),
                    trial.attempt(),
                    Optional.of(checkpoint),
                    reason));
  }

  /** Tells the worker of a live attempt that a report of it could not be used. */
  public Command.Rejected rejected(Trial trial, SlotId slot, String reason) {
    return new Command.Rejected(
        newCommandId(), incarnation, slot, trial.number(), trial.attempt(), reason);
  }

  /** Tells somebody who speaks of the attempt of another; always the same id. */
  public static Command.Rejected foreign(AttemptRef attempt, SlotId slot, String reason) {
    return new Command.Rejected(
        "foreign:" + attempt.trial() + ":" + attempt.attempt() + ":" + slot,
        attempt.incarnation(),
        slot,
        attempt.trial(),
        attempt.attempt(),
        reason);
  }

  public Command.Wait waitFor(SlotId slot, long askSequence, String reason) {
    return new Command.Wait(
        newCommandId(), incarnation, slot, askSequence, spec.patience().waitMillis(), reason);
  }

  /**
   * The id depends on the ask and on which end of the study this is, so that a study that is over
   * need not remember its slots.
   */
  public Command.Release release(SlotId slot, long askSequence, StudyState over) {
    return new Command.Release(
        "release:" + slot + ":" + askSequence + whichEnd(over),
        incarnation,
        slot,
        askSequence,
        "study " + spec.study() + " is over: " + over.statusReason());
  }

  private static String whichEnd(StudyState over) {
    String end = over.reopened() > 0 ? ":" + (over.reopened() + 1) : "";
    return over.status() == StudyStatus.CLOSED ? end + ":closed" : end;
  }

  /**
   * Tells a worker that goes on with an attempt that is no more. Always the same id: it may be sent
   * for each report.
   */
  public static Command.Ending fence(AttemptRef attempt, SlotId slot, String reason) {
    return new Command.Ending(
        "fence:" + attempt.trial() + ":" + attempt.attempt(),
        attempt.incarnation(),
        Command.EndingKind.STOP,
        Optional.of(slot),
        attempt.trial(),
        attempt.attempt(),
        reason);
  }
}
