package io.flexhb.service.store;

import io.flexhb.registry.RecordModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.avro.Schema;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.message.MissingSchemaException;
import org.apache.avro.specific.SpecificRecord;

/**
 * One kind of store entry as bytes: Avro single-object encoding, so that each entry names the
 * schema it was written with. When a released schema changes, the former one is added to the
 * decoder here and stays for ever.
 */
final class StoredForm<T extends SpecificRecord> {

  private final String name;
  private final BinaryMessageEncoder<T> encoder;
  private final BinaryMessageDecoder<T> decoder;

  StoredForm(Class<T> type) {
    RecordModel model = RecordModel.of(type);
    Schema schema = model.getSchema(type);
    this.name = schema.getName();
    this.encoder = new BinaryMessageEncoder<>(RecordModel.forWriting(type), schema);
    this.decoder = new BinaryMessageDecoder<>(model, schema);
  }

  /** Name of the schema. */
  String name() {
    return name;
  }

  byte[] encode(T entry) {
    try {
      ByteBuffer bytes = encoder.encode(entry);
      if (bytes.arrayOffset() == 0 && bytes.remaining() == bytes.array().length) {
        return bytes.array();
      }
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(copy);
      return copy;
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /**
   * The entry in these bytes.
   *
   * @throws StoreFormatException when this version cannot read them
   */
  T decode(byte[] bytes) {
    try {
      return decoder.decode(bytes, null);
    } catch (MissingSchemaException newer) {
      throw new StoreFormatException(
          "a "
              + name
              + " in the state stores was written by a newer version of FlexHB; start that version,"
              + " or reset the application and replay",
          newer);
    } catch (IOException | RuntimeException broken) {
      throw new StoreFormatException(
          "a " + name + " in the state stores is damaged: " + broken, broken);
    }
  }
}
