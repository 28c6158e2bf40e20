package io.flexhb.avro;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.util.RandomData;
import org.junit.jupiter.api.Test;

/**
 * Clients and tuners of different versions on the same topics: records of each version are written
 * and read by every other, in both directions.
 */
class SchemaEvolutionTest {

  private static final int RECORDS = 50;
  private static final long SEED = 7;

  @Test
  void shouldCarryRecordsBetweenAllVersionsOfAllSchemas() throws IOException {
    int pairs = 0;
    for (String name : Schemas.today().keySet()) {
      List<Schema> versions = new ArrayList<>(ReleasedSchemas.of(name));
      versions.add(Schemas.today().get(name));
      assertThat(versions).as("released schemas of %s", name).hasSizeGreaterThan(1);
      for (Schema writer : versions) {
        for (Schema reader : versions) {
          assertCarried(writer, reader);
          pairs++;
        }
      }
    }
    assertThat(pairs).isGreaterThan(4 * 15);
  }

  /** A client of an earlier version ignores commands of kinds that it does not know. */
  @Test
  void shouldReadAKindOfCommandThatIsNewAsUnknown() throws IOException {
    for (Schema older : ReleasedSchemas.of("Command")) {
      Schema kind = older.getField("kind").schema();
      if (kind.getEnumSymbols().contains("REJECTED")) {
        continue;
      }
      Schema today = Schemas.today().get("Command");
      GenericRecord command = (GenericRecord) new RandomData(today, 1, SEED).iterator().next();
      command.put("kind", new GenericData.EnumSymbol(today.getField("kind").schema(), "REJECTED"));

      GenericRecord read = read(write(command, today), today, older);

      assertThat(read.get("kind")).hasToString("UNKNOWN");
      assertThat(read.get("reason"))
          .isEqualTo(read(write(command, today), today, today).get("reason"));
    }
  }

  @Test
  void shouldNoticeAFieldThatAnOlderWriterLacks() {
    Schema older = SchemaBuilder.record("R").fields().requiredInt("a").endRecord();
    Schema newer = SchemaBuilder.record("R").fields().requiredInt("a").requiredInt("b").endRecord();

    assertThat(canCarry(older, newer)).isFalse();
    assertThat(canCarry(newer, older)).isTrue();
  }

  private static boolean canCarry(Schema writer, Schema reader) {
    try {
      assertCarried(writer, reader);
      return true;
    } catch (IOException | AvroRuntimeException cannot) {
      return false;
    }
  }

  /** Fields that both versions know arrive as they were sent. */
  private static void assertCarried(Schema writer, Schema reader) throws IOException {
    for (Object random : new RandomData(writer, RECORDS, SEED)) {
      byte[] bytes = write((GenericRecord) random, writer);
      GenericRecord sent = read(bytes, writer, writer);
      GenericRecord read = read(bytes, writer, reader);
      for (Schema.Field field : reader.getFields()) {
        Schema.Field known = writer.getField(field.name());
        if (known != null && known.schema().equals(field.schema())) {
          assertThat(read.get(field.pos()))
              .as("%s.%s", reader.getName(), field.name())
              .isEqualTo(sent.get(known.pos()));
        }
      }
    }
  }

  private static byte[] write(GenericRecord record, Schema schema) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    new GenericDatumWriter<GenericRecord>(schema).write(record, encoder);
    encoder.flush();
    return bytes.toByteArray();
  }

  private static GenericRecord read(byte[] bytes, Schema writer, Schema reader) throws IOException {
    return new GenericDatumReader<GenericRecord>(writer, reader)
        .read(null, DecoderFactory.get().binaryDecoder(bytes, null));
  }
}
