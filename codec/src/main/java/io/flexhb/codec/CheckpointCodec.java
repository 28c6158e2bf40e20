package io.flexhb.codec;

import io.flexhb.core.study.message.Checkpoint;
import java.util.Optional;

/** Converts checkpoints to their wire form and back. Absent ones are null on the wire. */
public final class CheckpointCodec {

  private CheckpointCodec() {}

  /** The wire form, null when there is none. */
  public static io.flexhb.avro.Checkpoint toWire(Optional<Checkpoint> checkpoint) {
    return checkpoint
        .map(c -> new io.flexhb.avro.Checkpoint(c.resource(), c.reference()))
        .orElse(null);
  }

  /**
   * The engine's form.
   *
   * @param wire null when there is none
   * @throws PoisonRecord when its resource is negative
   */
  public static Optional<Checkpoint> fromWire(io.flexhb.avro.Checkpoint wire) {
    if (wire == null) {
      return Optional.empty();
    }
    if (wire.getResource() < 0) {
      throw new PoisonRecord("checkpoint resource must be >= 0, was " + wire.getResource());
    }
    return Optional.of(new Checkpoint(wire.getResource(), wire.getReference()));
  }
}
