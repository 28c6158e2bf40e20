package io.flexhb.service.store;

import io.flexhb.avro.CommandKind;
import io.flexhb.avro.store.StoredCommand;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.study.Command;
import io.flexhb.core.study.SlotId;
import io.flexhb.service.codec.CheckpointCodec;
import io.flexhb.service.codec.CommandCodec;
import java.util.Optional;
import java.util.UUID;

/** Commands inside other entries. */
final class StoredCommands {

  private StoredCommands() {}

  /** Null when there is none. */
  static StoredCommand toStore(Optional<Command> command) {
    return command.map(StoredCommands::toStore).orElse(null);
  }

  private static StoredCommand toStore(Command command) {
    Optional<SlotId> to = command.to();
    return new StoredCommand(
        command.id(),
        CommandCodec.toWire(command.kind()),
        to.isPresent() ? to.get().worker() : null,
        to.isPresent() ? to.get().slot() : 0,
        command.askSequence(),
        command.trial(),
        command.attempt(),
        command.fromResource(),
        command.untilResource(),
        command.configuration().isPresent(),
        CheckpointCodec.toWire(command.checkpoint()),
        command.waitMillis(),
        command.leaseMillis(),
        command.reason());
  }

  /**
   * @param stored null when there is none
   * @param configuration that of the trial it is about, if any
   */
  static Optional<Command> fromStore(
      StoredCommand stored, UUID incarnation, Optional<Configuration> configuration) {
    if (stored == null) {
      return Optional.empty();
    }
    return Optional.of(
        new Command(
            stored.getId(),
            incarnation,
            kind(stored.getKind()),
            slot(stored.getWorker(), stored.getSlot()),
            stored.getAskSequence(),
            stored.getTrial(),
            stored.getAttempt(),
            stored.getFromResource(),
            stored.getUntilResource(),
            stored.getWithConfiguration() ? configuration : Optional.empty(),
            CheckpointCodec.fromWire(stored.getCheckpoint()),
            stored.getWaitMillis(),
            stored.getLeaseMillis(),
            stored.getReason()));
  }

  /**
   * @param worker null when there is none
   */
  static Optional<SlotId> slot(String worker, int slot) {
    return worker == null ? Optional.empty() : Optional.of(new SlotId(worker, slot));
  }

  private static Command.Kind kind(CommandKind kind) {
    return switch (kind) {
      case START -> Command.Kind.START;
      case CONTINUE -> Command.Kind.CONTINUE;
      case REVIVE -> Command.Kind.REVIVE;
      case PAUSE -> Command.Kind.PAUSE;
      case STOP -> Command.Kind.STOP;
      case COMPLETE -> Command.Kind.COMPLETE;
      case WAIT -> Command.Kind.WAIT;
      case RELEASE -> Command.Kind.RELEASE;
      case DISCARD_CHECKPOINT -> Command.Kind.DISCARD_CHECKPOINT;
      case UNKNOWN -> throw new IllegalStateException("a stored command without a kind");
    };
  }
}
