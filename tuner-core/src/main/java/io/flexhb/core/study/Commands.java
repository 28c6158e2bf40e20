package io.flexhb.core.study;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.spec.StudySpec;
import java.util.Optional;
import java.util.UUID;

/** Makes commands for one rule. */
final class Commands {
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

  Command grant(
      Command.Kind kind,
      SlotId to,
      long askSequence,
      Trial trial,
      int attempt,
      long from,
      long until,
      Optional<Checkpoint> checkpoint,
      String reason) {
    return new Command(
        newCommandId(),
        incarnation,
        kind,
        Optional.of(to),
        askSequence,
        trial.number(),
        attempt,
        from,
        until,
        Optional.of(trial.configuration()),
        checkpoint,
        0,
        spec.patience().leaseMillis(),
        reason);
  }

  /** PAUSE, STOP, COMPLETE and DISCARD_CHECKPOINT, to whoever had the trial last. */
  Command about(Command.Kind kind, Trial trial, String reason) {
    return new Command(
        newCommandId(),
        incarnation,
        kind,
        trial.slot(),
        -1,
        trial.number(),
        trial.attempt(),
        0,
        0,
        Optional.<Configuration>empty(),
        kind == Command.Kind.DISCARD_CHECKPOINT ? trial.checkpoint() : Optional.empty(),
        0,
        0,
        reason);
  }

  /** DISCARD_CHECKPOINT, when the trial has one. */
  Optional<Command> discardCheckpoint(Trial trial, String reason) {
    return trial.checkpoint().map(c -> about(Command.Kind.DISCARD_CHECKPOINT, trial, reason));
  }

  Command waitFor(SlotId slot, long askSequence, String reason) {
    return slotCommand(newCommandId(), Command.Kind.WAIT, slot, askSequence, reason);
  }

  /**
   * The id depends on the ask and on which end of the study this is, so that a study that is over
   * need not remember its slots.
   */
  Command release(SlotId slot, long askSequence, StudyState over) {
    return slotCommand(
        "release:" + slot + ":" + askSequence + whichEnd(over),
        Command.Kind.RELEASE,
        slot,
        askSequence,
        "study " + spec.study() + " is over: " + over.statusReason());
  }

  private static String whichEnd(StudyState over) {
    String end = over.reopened() > 0 ? ":" + (over.reopened() + 1) : "";
    return over.status() == StudyStatus.CLOSED ? end + ":closed" : end;
  }

  private Command slotCommand(
      String id, Command.Kind kind, SlotId slot, long askSequence, String reason) {
    return new Command(
        id,
        incarnation,
        kind,
        Optional.of(slot),
        askSequence,
        -1,
        0,
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        kind == Command.Kind.WAIT ? spec.patience().waitMillis() : 0,
        0,
        reason);
  }

  /**
   * Tells a worker that goes on with an attempt that is no more. Always the same id: it may be sent
   * for each report.
   */
  static Command fence(AttemptRef attempt, SlotId slot, String reason) {
    return new Command(
        "fence:" + attempt.trial() + ":" + attempt.attempt(),
        attempt.incarnation(),
        Command.Kind.STOP,
        Optional.of(slot),
        -1,
        attempt.trial(),
        attempt.attempt(),
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        0,
        0,
        reason);
  }
}
