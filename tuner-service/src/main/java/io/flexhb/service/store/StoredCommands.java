package io.flexhb.service.store;

import io.flexhb.avro.store.StoredCommand;
import io.flexhb.codec.CommandCodec;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.SlotId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Commands inside other entries: the wire record without the fields that the entry already has. */
final class StoredCommands {

  private StoredCommands() {}

  /** Null when there is none. */
  static StoredCommand toStore(Optional<? extends Command> command) {
    return command.map(StoredCommands::toStore).orElse(null);
  }

  private static StoredCommand toStore(Command command) {
    io.flexhb.avro.Command wire = CommandCodec.toWire(command);
    return new StoredCommand(
        wire.getId(),
        wire.getKind(),
        wire.getWorker().isEmpty() ? null : wire.getWorker(),
        wire.getSlot(),
        wire.getAskSequence(),
        wire.getTrial(),
        wire.getAttempt(),
        wire.getFromResource(),
        wire.getUntilResource(),
        command instanceof Command.Grant,
        wire.getCheckpoint(),
        wire.getWaitMillis(),
        wire.getLeaseMillis(),
        wire.getReason());
  }

  /**
   * @param stored null when there is none
   * @param configuration that of the command's trial
   */
  static Optional<Command.OfTrial> ofTrial(
      StoredCommand stored, UUID incarnation, Configuration configuration) {
    return fromStore(stored, incarnation, Optional.of(configuration))
        .map(Command.OfTrial.class::cast);
  }

  /**
   * @param stored null when there is none
   */
  static Optional<Command.Wait> waiting(StoredCommand stored, UUID incarnation) {
    return fromStore(stored, incarnation, Optional.empty()).map(Command.Wait.class::cast);
  }

  private static Optional<Command> fromStore(
      StoredCommand stored, UUID incarnation, Optional<Configuration> configuration) {
    if (stored == null) {
      return Optional.empty();
    }
    io.flexhb.avro.Command wire =
        new io.flexhb.avro.Command(
            "",
            incarnation,
            stored.getId(),
            stored.getKind(),
            stored.getWorker() == null ? "" : stored.getWorker(),
            stored.getSlot(),
            stored.getAskSequence(),
            stored.getTrial(),
            stored.getAttempt(),
            stored.getFromResource(),
            stored.getUntilResource(),
            null,
            stored.getCheckpoint(),
            stored.getWaitMillis(),
            stored.getLeaseMillis(),
            stored.getReason(),
            Instant.EPOCH,
            null); // known from the study
    return Optional.of(CommandCodec.fromWire(wire, configuration));
  }

  /**
   * @param worker null when there is none
   */
  static Optional<SlotId> slot(String worker, int slot) {
    return worker == null ? Optional.empty() : Optional.of(new SlotId(worker, slot));
  }
}
