package io.flexhb.registry;

import static io.flexhb.registry.Samples.TOPIC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.registry.testing.Clock;
import io.flexhb.registry.testing.Measurement;
import io.flexhb.registry.testing.Tick;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AvroCodecTest {

  private final Map<String, Object> config = Samples.mockConfig();
  private final AvroCodec codec = AvroCodec.forValues(config);

  @AfterEach
  void close() {
    codec.close();
  }

  @Test
  void shouldReadBackWhatItWrote() {
    Measurement written = Samples.measurement();

    assertThat(codec.decode(TOPIC, codec.encode(TOPIC, written), Measurement.class))
        .isEqualTo(written);
  }

  @Test
  void shouldReadBackLogicalTypesEnumsAndRecordsWithinRecords() {
    Tick written = tick(Clock.STREAM, List.of(tick(Clock.WALL, null)));

    assertThat(codec.decode(TOPIC, codec.encode(TOPIC, written), Tick.class)).isEqualTo(written);
  }

  @Test
  void shouldWriteConfluentsWireFormatByteForByte() {
    Measurement record =
        Measurement.newBuilder().setTrial(3).setMetric("loss").setValues(List.of(0.5)).build();

    byte[] magicAndId = {0, 0, 0, 0, 1};
    byte[] trialAndMetric = {6, 8, 'l', 'o', 's', 's'};
    byte[] arrayOfOneDouble = {2, 0, 0, 0, 0, 0, 0, (byte) 0xe0, 0x3f, 0};
    byte[] emptyMapAndNull = {0, 0};
    assertThat(codec.encode(TOPIC, record))
        .isEqualTo(concat(magicAndId, trialAndMetric, arrayOfOneDouble, emptyMapAndNull));
  }

  @Test
  void shouldReadTheIdAsABigEndianInt() {
    assertThat(AvroCodec.writerSchemaId(TOPIC, new byte[] {0, 0x12, 0x34, 0x56, (byte) 0x9a}))
        .isEqualTo(0x1234569a);
  }

  @Test
  void shouldResolveAnOlderWritersRecordToTheReadersClass() throws IOException {
    GenericRecord old =
        new GenericRecordBuilder(Samples.olderMeasurement())
            .set("metric", "loss")
            .set("trial", 3)
            .set("values", List.of(0.5))
            .build();
    byte[] bytes = framed(register(old), body(old));

    assertThat(codec.decode(TOPIC, bytes, Measurement.class))
        .isEqualTo(
            Measurement.newBuilder()
                .setTrial(3)
                .setMetric("loss")
                .setValues(List.of(0.5))
                .setTags(Map.of())
                .setNote(null)
                .build());
  }

  @Test
  void shouldRefuseARecordOfAnUnrelatedWriter() {
    byte[] tick = codec.encode("ticks", tick(Clock.WALL, null));

    assertUndecodable(tick, "does not follow that schema");
  }

  @Test
  void shouldRefuseEmptyAndMissingBytes() {
    assertUndecodable(new byte[0], "empty");
    assertUndecodable(null, "empty");
  }

  @Test
  void shouldRefuseAWrongMagicByte() {
    assertUndecodable("{\"json\": 1}".getBytes(), "first byte is 0x7b");
  }

  @Test
  void shouldRefuseAHeaderCutShort() {
    assertUndecodable(new byte[] {0, 0, 0, 1}, "too few");
  }

  @Test
  void shouldRefuseANegativeId() {
    assertUndecodable(new byte[] {0, (byte) 0xff, 0, 0, 0, 1}, "negative");
  }

  @Test
  void shouldRefuseAnIdTheRegistryDoesNotKnowAndNameIt() {
    assertThatThrownBy(() -> codec.decode(TOPIC, new byte[] {0, 0, 0, 3, 9, 1}, Measurement.class))
        .isInstanceOf(UndecodableRecordException.class)
        .hasMessageContaining("topic metrics")
        .hasMessageContaining("schema id 777")
        .hasMessageContaining("does not know this id")
        .satisfies(
            thrown -> assertThat(((UndecodableRecordException) thrown).schemaId()).hasValue(777));
  }

  @Test
  void shouldRefuseEveryTruncationOfARecord() {
    byte[] whole = codec.encode(TOPIC, Samples.measurement());

    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> codec.decode(TOPIC, cut, Measurement.class))
          .as("cut after %d bytes", length)
          .isInstanceOf(UndecodableRecordException.class);
    }
  }

  @Test
  void shouldRefuseTrailingBytes() {
    byte[] whole = codec.encode(TOPIC, Samples.measurement());

    assertUndecodable(concat(whole, new byte[] {1, 2}), "2 bytes follow");
  }

  @Test
  void shouldSurviveEveryDamagedByteWithoutAnotherKindOfFailure() {
    byte[] whole = codec.encode(TOPIC, Samples.measurement());
    int refused = 0;

    for (int at = WireFormat.HEADER_BYTES; at < whole.length; at++) {
      for (int value = 0; value < 256; value++) {
        byte[] damaged = whole.clone();
        damaged[at] = (byte) value;
        try {
          codec.decode(TOPIC, damaged, Measurement.class);
        } catch (UndecodableRecordException expected) {
          refused++;
        }
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void shouldRefuseLengthsThatNoRecordCouldHaveWithoutAllocatingThem() {
    byte[] header = {0, 0, 0, 0, 1};
    codec.encode(TOPIC, Samples.measurement());
    byte[] hugeString = concat(header, new byte[] {6}, varint(Integer.MAX_VALUE - 16L));
    byte[] hugeArray =
        concat(header, new byte[] {6, 8, 'l', 'o', 's', 's'}, varint(Integer.MAX_VALUE - 16L));

    assertUndecodable(hugeString, "does not follow that schema");
    assertUndecodable(hugeArray, "does not follow that schema");
  }

  @Test
  void shouldWriteACleanRecordAfterOneThatBrokeItsSchema() {
    Measurement broken = Samples.measurement();
    broken.setValues(null);
    byte[] clean = codec.encode(TOPIC, Samples.measurement());

    assertThatThrownBy(() -> codec.encode(TOPIC, broken))
        .isInstanceOf(SerializationException.class)
        .hasMessageContaining("Measurement")
        .hasMessageContaining("values");
    assertThat(codec.encode(TOPIC, Samples.measurement())).isEqualTo(clean);
  }

  @Test
  void shouldServeManyThreadsAtOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Boolean>> tasks =
          IntStream.range(0, 8)
              .mapToObj(seed -> (Callable<Boolean>) () -> roundTrips(seed))
              .toList();
      for (Future<Boolean> result : threads.invokeAll(tasks)) {
        assertThat(result.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private boolean roundTrips(int seed) {
    for (int i = 0; i < 500; i++) {
      Measurement written = Samples.measurement();
      written.setTrial(seed * 1_000 + i);
      String topic = TOPIC + i % 3;
      if (!codec.decode(topic, codec.encode(topic, written), Measurement.class).equals(written)) {
        return false;
      }
    }
    return true;
  }

  private void assertUndecodable(byte[] bytes, String why) {
    assertThatThrownBy(() -> codec.decode(TOPIC, bytes, Measurement.class))
        .isInstanceOf(UndecodableRecordException.class)
        .hasMessageContaining(TOPIC)
        .hasMessageContaining(why);
  }

  private static Tick tick(Clock clock, List<Tick> previous) {
    return Tick.newBuilder()
        .setAt(Instant.ofEpochMilli(1_700_000_000_123L))
        .setClock(clock)
        .setPrevious(previous)
        .build();
  }

  private int register(GenericRecord record) {
    try (ConfluentRegistry registry = Samples.registry(config)) {
      return registry.register(TOPIC + "-value", record.getSchema());
    }
  }

  private static byte[] body(GenericRecord record) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    new GenericDatumWriter<GenericRecord>(record.getSchema(), GenericData.get())
        .write(record, encoder);
    encoder.flush();
    return out.toByteArray();
  }

  private static byte[] framed(int id, byte[] body) {
    return concat(ByteBuffer.allocate(5).put((byte) 0).putInt(id).array(), body);
  }

  private static byte[] varint(long value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
      encoder.writeLong(value);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
