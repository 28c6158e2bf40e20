package io.flexhb.codec;

import io.flexhb.avro.CommandKind;
import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.SlotId;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Converts commands to the flat wire record and back. Only this class knows which value stands for
 * "none" in a field that a kind of command does not have.
 */
public final class CommandCodec {

  private static final long NO_ASK = -1;
  private static final int NO_TRIAL = -1;

  private CommandCodec() {}

  /**
   * The wire form.
   *
   * @param step of the study's resource
   * @param issuedAt tuner time of the decision
   */
  public static io.flexhb.avro.Command toWire(
      String study, ResourceStep step, Command command, Instant issuedAt) {
    io.flexhb.avro.Command wire = toWire(command);
    wire.setStudy(study);
    wire.setIssuedAt(issuedAt);
    if (command instanceof Command.Grant || command instanceof Command.Discard) {
      wire.setResourceStep(toWire(step));
    }
    if (command instanceof Command.Grant grant) {
      wire.setConfiguration(ConfigurationCodec.toWire(grant.configuration()));
    }
    return wire;
  }

  /**
   * The wire form without the study, its step, the time and the configuration, which are known
   * elsewhere.
   */
  public static io.flexhb.avro.Command toWire(Command command) {
    return command.accept(new Flattening());
  }

  /** The wire form of a step; null for a step of 1. */
  static Double toWire(ResourceStep step) {
    return step.isOne() ? null : step.amount(1);
  }

  /** The kind's wire form. */
  public static CommandKind kind(Command command) {
    return command.accept(new Kinds());
  }

  /**
   * The command in a wire record.
   *
   * @param configuration of the command's trial; only grants need one
   * @throws IllegalArgumentException when {@link #toWire} did not write the record
   */
  public static Command fromWire(
      io.flexhb.avro.Command wire, Optional<Configuration> configuration) {
    String id = wire.getId();
    UUID incarnation = wire.getIncarnation();
    Optional<SlotId> to =
        wire.getWorker().isEmpty()
            ? Optional.empty()
            : Optional.of(new SlotId(wire.getWorker(), wire.getSlot()));
    String reason = wire.getReason();
    return switch (wire.getKind()) {
      case START, CONTINUE, REVIVE ->
          new Command.Grant(
              id,
              incarnation,
              Command.GrantKind.valueOf(wire.getKind().name()),
              required(to, wire),
              wire.getAskSequence() == NO_ASK
                  ? OptionalLong.empty()
                  : OptionalLong.of(wire.getAskSequence()),
              wire.getTrial(),
              wire.getAttempt(),
              wire.getFromResource(),
              wire.getUntilResource(),
              required(configuration, wire),
              CheckpointCodec.fromWire(wire.getCheckpoint()),
              wire.getLeaseMillis(),
              reason);
      case PAUSE, STOP, COMPLETE ->
          new Command.Ending(
              id,
              incarnation,
              Command.EndingKind.valueOf(wire.getKind().name()),
              to,
              wire.getTrial(),
              wire.getAttempt(),
              reason);
      case DISCARD_CHECKPOINT ->
          new Command.Discard(
              id,
              incarnation,
              to,
              wire.getTrial(),
              wire.getAttempt(),
              CheckpointCodec.fromWire(wire.getCheckpoint()),
              reason);
      case WAIT ->
          new Command.Wait(
              id,
              incarnation,
              required(to, wire),
              wire.getAskSequence(),
              wire.getWaitMillis(),
              reason);
      case RELEASE ->
          new Command.Release(id, incarnation, required(to, wire), wire.getAskSequence(), reason);
      case REJECTED ->
          new Command.Rejected(
              id, incarnation, required(to, wire), wire.getTrial(), wire.getAttempt(), reason);
      case UNKNOWN -> throw new IllegalArgumentException("a command without a kind: " + id);
    };
  }

  private static <T> T required(Optional<T> part, io.flexhb.avro.Command wire) {
    return part.orElseThrow(
        () ->
            new IllegalArgumentException(
                wire.getKind() + " " + wire.getId() + " lacks its slot or its configuration"));
  }

  private static final class Kinds implements Command.Visitor<CommandKind> {
    @Override
    public CommandKind on(Command.Grant command) {
      return switch (command.kind()) {
        case START -> CommandKind.START;
        case CONTINUE -> CommandKind.CONTINUE;
        case REVIVE -> CommandKind.REVIVE;
      };
    }

    @Override
    public CommandKind on(Command.Ending command) {
      return switch (command.kind()) {
        case PAUSE -> CommandKind.PAUSE;
        case STOP -> CommandKind.STOP;
        case COMPLETE -> CommandKind.COMPLETE;
      };
    }

    @Override
    public CommandKind on(Command.Discard command) {
      return CommandKind.DISCARD_CHECKPOINT;
    }

    @Override
    public CommandKind on(Command.Wait command) {
      return CommandKind.WAIT;
    }

    @Override
    public CommandKind on(Command.Release command) {
      return CommandKind.RELEASE;
    }

    @Override
    public CommandKind on(Command.Rejected command) {
      return CommandKind.REJECTED;
    }
  }

  private static final class Flattening implements Command.Visitor<io.flexhb.avro.Command> {

    @Override
    public io.flexhb.avro.Command on(Command.Grant command) {
      io.flexhb.avro.Command wire = ofTrial(command);
      wire.setAskSequence(command.askSequence().orElse(NO_ASK));
      wire.setFromResource(command.fromResource());
      wire.setUntilResource(command.untilResource());
      wire.setCheckpoint(CheckpointCodec.toWire(command.checkpoint()));
      wire.setLeaseMillis(command.leaseMillis());
      return wire;
    }

    @Override
    public io.flexhb.avro.Command on(Command.Ending command) {
      return ofTrial(command);
    }

    @Override
    public io.flexhb.avro.Command on(Command.Discard command) {
      io.flexhb.avro.Command wire = ofTrial(command);
      wire.setCheckpoint(CheckpointCodec.toWire(command.checkpoint()));
      return wire;
    }

    @Override
    public io.flexhb.avro.Command on(Command.Wait command) {
      io.flexhb.avro.Command wire = blank(command);
      wire.setAskSequence(command.askSequence());
      wire.setWaitMillis(command.waitMillis());
      return wire;
    }

    @Override
    public io.flexhb.avro.Command on(Command.Release command) {
      io.flexhb.avro.Command wire = blank(command);
      wire.setAskSequence(command.askSequence());
      return wire;
    }

    @Override
    public io.flexhb.avro.Command on(Command.Rejected command) {
      return ofTrial(command);
    }

    private static io.flexhb.avro.Command ofTrial(Command.OfTrial command) {
      io.flexhb.avro.Command wire = blank(command);
      wire.setTrial(command.trial());
      wire.setAttempt(command.attempt());
      return wire;
    }

    /** The common fields, with "none" in all others. */
    private static io.flexhb.avro.Command blank(Command command) {
      Optional<SlotId> to = command.to();
      return new io.flexhb.avro.Command(
          "",
          command.incarnation(),
          command.id(),
          kind(command),
          to.map(SlotId::worker).orElse(""),
          to.map(SlotId::slot).orElse(0),
          NO_ASK,
          NO_TRIAL,
          0,
          0L,
          0L,
          null,
          null,
          0L,
          0L,
          command.reason(),
          Instant.EPOCH,
          null);
    }
  }
}
