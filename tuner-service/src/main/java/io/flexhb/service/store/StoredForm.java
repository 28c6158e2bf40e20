package io.flexhb.service.store;

import io.flexhb.avro.ReleasedSchemas;
import io.flexhb.registry.RecordModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.message.MissingSchemaException;
import org.apache.avro.specific.SpecificRecord;

/**
 * One kind of store entry as bytes: Avro single-object encoding, so that each entry names the
 * schema it was written with. Entries of every released schema can be read: fields that an older
 * schema lacks take their defaults.
 */
final class StoredForm<T extends SpecificRecord> {

  private final String name;
  private final BinaryMessageEncoder<T> encoder;
  private final BinaryMessageDecoder<T> decoder;

  StoredForm(Class<T> type) {
    this(type, ReleasedSchemas.of(type.getSimpleName()));
  }

  /**
   * @param released schemas that entries may have been written with, besides the current one
   */
  StoredForm(Class<T> type, List<Schema> released) {
    RecordModel model = RecordModel.of(type);
    Schema schema = model.getSchema(type);
    this.name = schema.getName();
    this.encoder = new BinaryMessageEncoder<>(RecordModel.forWriting(type), schema);
    this.decoder = new BinaryMessageDecoder<>(model, schema);
    released.forEach(decoder::addSchema);
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
              + " in the state stores was written by a newer version of FlexHB; start that version",
          newer);
    } catch (IOException | RuntimeException broken) {
      throw new StoreFormatException(
          "a " + name + " in the state stores is damaged: " + broken, broken);
    }
  }
}
