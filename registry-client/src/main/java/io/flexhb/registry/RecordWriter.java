package io.flexhb.registry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.Encoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/**
 * How records of one class are written: the id in the header, and the body under that id's schema.
 * Thread-safe.
 *
 * @param schemaId the id of the schema of the body
 */
record RecordWriter(int schemaId, Body body) {

  /** Writes with the record's own schema. */
  static RecordWriter own(int schemaId, SpecificRecord sample) {
    return new RecordWriter(schemaId, ownBody(sample)::write);
  }

  /**
   * Writes with another schema than the record's own, by Avro's schema resolution. Avro's writers
   * rely on field positions, so passing them the other schema would mix up fields.
   */
  static RecordWriter resolvedTo(int schemaId, Schema target, SpecificRecord sample) {
    SpecificDatumWriter<SpecificRecord> own = ownBody(sample);
    GenericDatumWriter<GenericRecord> resolved = new GenericDatumWriter<>(target);
    return new RecordWriter(
        schemaId,
        (record, encoder) -> {
          ByteArrayOutputStream out = new ByteArrayOutputStream();
          BinaryEncoder ownEncoder = EncoderFactory.get().binaryEncoder(out, null);
          own.write(record, ownEncoder);
          ownEncoder.flush();
          resolved.write(
              new GenericDatumReader<GenericRecord>(sample.getSchema(), target)
                  .read(null, DecoderFactory.get().binaryDecoder(out.toByteArray(), null)),
              encoder);
        });
  }

  private static SpecificDatumWriter<SpecificRecord> ownBody(SpecificRecord sample) {
    return new SpecificDatumWriter<>(
        sample.getSchema(), SpecificData.getForClass(sample.getClass()));
  }

  /** Writes the bytes after the header. */
  @FunctionalInterface
  interface Body {
    void write(SpecificRecord record, Encoder encoder) throws IOException;
  }
}
