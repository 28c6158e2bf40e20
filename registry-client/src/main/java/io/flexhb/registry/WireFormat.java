package io.flexhb.registry;

import java.io.ByteArrayOutputStream;

/**
 * The frame around the Avro body: magic byte 0 and the writer schema's id as a big-endian int32.
 */
final class WireFormat {

  static final byte MAGIC = 0;
  static final int HEADER_BYTES = 5;

  private WireFormat() {}

  static void writeHeader(ByteArrayOutputStream out, int schemaId) {
    out.write(MAGIC);
    out.write(schemaId >>> 24);
    out.write(schemaId >>> 16);
    out.write(schemaId >>> 8);
    out.write(schemaId);
  }

  /** The id in the frame; throws {@link UndecodableRecordException} when there is no frame. */
  static int schemaId(String topic, byte[] bytes) {
    if (bytes == null || bytes.length == 0) {
      throw UndecodableRecordException.unframed(topic, "it is empty");
    }
    if (bytes[0] != MAGIC) {
      throw UndecodableRecordException.unframed(
          topic,
          String.format(
              "its first byte is 0x%02x, not the magic byte 0x00 of the schema registry's wire format",
              bytes[0]));
    }
    if (bytes.length < HEADER_BYTES) {
      throw UndecodableRecordException.unframed(
          topic, "its " + bytes.length + " bytes are too few for the magic byte and a schema id");
    }
    int id =
        (bytes[1] & 0xff) << 24
            | (bytes[2] & 0xff) << 16
            | (bytes[3] & 0xff) << 8
            | bytes[4] & 0xff;
    if (id < 0) {
      throw UndecodableRecordException.unframed(topic, "its schema id " + id + " is negative");
    }
    return id;
  }
}
