package io.flexhb.registry;

import java.util.OptionalInt;
import org.apache.kafka.common.errors.SerializationException;

/** Thrown for bytes that are not a record of the wanted type; a retry does not help. */
public final class UndecodableRecordException extends SerializationException {

  private static final long serialVersionUID = 1L;

  /** The id in the bytes, or -1 when they have none; registries assign positive ids. */
  private final int schemaId;

  private UndecodableRecordException(String message, int schemaId, Throwable cause) {
    super(message, cause);
    this.schemaId = schemaId;
  }

  static UndecodableRecordException unframed(String topic, String why) {
    return new UndecodableRecordException(
        "Record of topic " + topic + " is undecodable: " + why, -1, null);
  }

  static UndecodableRecordException of(String topic, int schemaId, String why, Throwable cause) {
    return new UndecodableRecordException(
        "Record of topic " + topic + " with schema id " + schemaId + " is undecodable: " + why,
        schemaId,
        cause);
  }

  /**
   * The writer schema's id in the bytes.
   *
   * @return the id, or empty when the bytes have none
   */
  public OptionalInt schemaId() {
    return schemaId < 0 ? OptionalInt.empty() : OptionalInt.of(schemaId);
  }
}
