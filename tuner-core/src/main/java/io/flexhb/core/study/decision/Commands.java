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

/** Creates the commands of one rule. */
public final class Commands {
  private final UUID incarnation;
  private final long decision;
  private final StudySpec spec;
  private final int before;
  private int created;

  /**
   * @param decision sequence number of the decision
   * @param before number of commands that the decision already has
   */
  Commands(UUID incarnation, long decision, StudySpec spec, int before) {
    this.incarnation = incarnation;
    this.decision = decision;
    this.spec = spec;
    this.before = before;
  }

  /** Number of ids used. */
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

  /** The end of an attempt, addressed to the last holder of the trial. */
  private Command.Ending ending(Command.EndingKind kind, Trial trial, String reason) {
    return new Command.Ending(
        newCommandId(), incarnation, kind, trial.slot(), trial.number(), trial.attempt(), reason);
  }

  /** The command to discard a trial's checkpoint; empty when it has none. */
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

  /** Tells the worker of a live attempt that one of its reports could not be used. */
  public Command.Rejected rejected(Trial trial, SlotId slot, String reason) {
    return new Command.Rejected(
        newCommandId(), incarnation, slot, trial.number(), trial.attempt(), reason);
  }

  /** Tells a slot that it reported another slot's attempt; always the same id. */
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
   * Releases a slot. The id depends on the ask and on how often the study ended, so that an ended
   * study need not remember its slots.
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
   * Stops a worker that continues an ended attempt. Always the same id: it may be sent for each
   * report.
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
