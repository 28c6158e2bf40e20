package io.flexhb.registry;

import io.flexhb.registry.SchemaRegistry.UnknownSchemaException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;

/**
 * Decodes records: finds the writer's schema by id and resolves it to the schema of the wanted
 * class. Readers and decoders are per thread, because Avro's readers are fastest in the thread that
 * created them.
 */
final class RecordDecoder {

  private final WriterSchemas writerSchemas;
  private final ThreadLocal<Readers> readers = ThreadLocal.withInitial(Readers::new);

  RecordDecoder(SchemaRegistry registry) {
    this.writerSchemas = new WriterSchemas(registry);
  }

  <T extends SpecificRecord> T decode(String topic, byte[] bytes, Class<T> type) {
    int id = WireFormat.schemaId(topic, bytes);
    Readers ofThread = readers.get();
    DatumReader<?> reader = ofThread.byIdAndType.get(new ReaderKey(id, type));
    if (reader == null) {
      reader = newReader(topic, id, type);
      ofThread.byIdAndType.put(new ReaderKey(id, type), reader);
    }
    BinaryDecoder decoder =
        DecoderFactory.get()
            .binaryDecoder(
                bytes,
                WireFormat.HEADER_BYTES,
                bytes.length - WireFormat.HEADER_BYTES,
                ofThread.decoder);
    ofThread.decoder = decoder;
    try {
      T record = type.cast(reader.read(null, decoder));
      if (!decoder.isEnd()) {
        throw UndecodableRecordException.of(
            topic,
            id,
            decoder.inputStream().available() + " bytes follow the end of the record",
            null);
      }
      return record;
    } catch (UndecodableRecordException told) {
      throw told;
    } catch (IOException | RuntimeException failure) {
      throw UndecodableRecordException.of(
          topic,
          id,
          "its body does not follow that schema, or not into "
              + type.getName()
              + " ("
              + failure
              + ")",
          failure);
    }
  }

  private DatumReader<?> newReader(String topic, int id, Class<? extends SpecificRecord> type) {
    Schema writer;
    try {
      writer = writerSchemas.get(id);
    } catch (UnknownSchemaException unknown) {
      throw UndecodableRecordException.of(topic, id, unknown.getMessage(), unknown);
    }
    RecordModel model = RecordModel.of(type);
    return new SpecificDatumReader<>(writer, model.getSchema(type), model);
  }

  private record ReaderKey(int id, Class<?> type) {}

  private static final class Readers {
    private final Map<ReaderKey, DatumReader<?>> byIdAndType = new HashMap<>();
    private BinaryDecoder decoder;
  }
}
