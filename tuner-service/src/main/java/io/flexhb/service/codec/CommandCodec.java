package io.flexhb.service.codec;

import io.flexhb.avro.CommandKind;
import io.flexhb.core.study.Command;
import io.flexhb.core.study.SlotId;
import java.time.Instant;
import java.util.Optional;

/** Commands, to the wire. */
public final class CommandCodec {

  private CommandCodec() {}

  /**
   * The wire form.
   *
   * @param issuedAt tuner time of the decision
   */
  public static io.flexhb.avro.Command toWire(String study, Command command, Instant issuedAt) {
    Optional<SlotId> to = command.to();
    return new io.flexhb.avro.Command(
        study,
        command.incarnation(),
        command.id(),
        toWire(command.kind()),
        to.isPresent() ? to.get().worker() : "",
        to.isPresent() ? to.get().slot() : 0,
        command.askSequence(),
        command.trial(),
        command.attempt(),
        command.fromResource(),
        command.untilResource(),
        command.configuration().map(ConfigurationCodec::toWire).orElse(null),
        CheckpointCodec.toWire(command.checkpoint()),
        command.waitMillis(),
        command.leaseMillis(),
        command.reason(),
        issuedAt);
  }

  /** The kind's wire form. */
  public static CommandKind toWire(Command.Kind kind) {
    return switch (kind) {
      case START -> CommandKind.START;
      case CONTINUE -> CommandKind.CONTINUE;
      case REVIVE -> CommandKind.REVIVE;
      case PAUSE -> CommandKind.PAUSE;
      case STOP -> CommandKind.STOP;
      case COMPLETE -> CommandKind.COMPLETE;
      case WAIT -> CommandKind.WAIT;
      case RELEASE -> CommandKind.RELEASE;
      case DISCARD_CHECKPOINT -> CommandKind.DISCARD_CHECKPOINT;
    };
  }
}
