package io.flexhb.registry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Encodes records. After the first record of a class on a topic, encoding allocates only the
 * record's bytes: ids and writers are cached per (topic, class), buffers per thread.
 */
final class RecordEncoder {

  /** A rare large record must not keep its buffer in the thread forever. */
  private static final int MAX_KEPT_BYTES = 1 << 20;

  private final WriterLookup lookup;
  private final Map<String, Map<Class<?>, RecordWriter>> writers = new ConcurrentHashMap<>();
  private final ThreadLocal<Buffer> buffers = ThreadLocal.withInitial(Buffer::new);

  RecordEncoder(WriterLookup lookup) {
    this.lookup = lookup;
  }

  byte[] encode(String topic, SpecificRecord record) {
    RecordWriter writer = writerFor(topic, record);
    Buffer buffer = buffers.get();
    boolean reusable = false;
    try {
      byte[] bytes = buffer.write(writer, record);
      reusable = bytes.length <= MAX_KEPT_BYTES;
      return bytes;
    } catch (IOException | RuntimeException failure) {
      throw new SerializationException(
          "A "
              + record.getClass().getName()
              + " for topic "
              + topic
              + " does not fit its own schema: "
              + failure.getMessage(),
          failure);
    } finally {
      if (!reusable) {
        // After a failure the encoder still holds a partial record, which it would flush into the
        // next one.
        buffers.remove();
      }
    }
  }

  /** Looks up how records of this class are written, unless that is cached. */
  void prepare(String topic, SpecificRecord sample) {
    writerFor(topic, sample);
  }

  private RecordWriter writerFor(String topic, SpecificRecord record) {
    Map<Class<?>, RecordWriter> ofTopic = writers.get(topic);
    if (ofTopic == null) {
      ofTopic = writers.computeIfAbsent(topic, first -> new ConcurrentHashMap<>());
    }
    RecordWriter writer = ofTopic.get(record.getClass());
    if (writer == null) {
      // Not computeIfAbsent: that would hold a lock of the map during the call to the registry.
      writer = lookup.writerFor(topic, record);
      ofTopic.put(record.getClass(), writer);
    }
    return writer;
  }

  /** Looks up in the registry how a record is written. */
  interface WriterLookup {
    RecordWriter writerFor(String topic, SpecificRecord record);
  }

  private static final class Buffer {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(512);
    private BinaryEncoder encoder;

    byte[] write(RecordWriter writer, SpecificRecord record) throws IOException {
      out.reset();
      WireFormat.writeHeader(out, writer.schemaId());
      encoder = EncoderFactory.get().binaryEncoder(out, encoder);
      writer.body().write(record, encoder);
      encoder.flush();
      return out.toByteArray();
    }
  }
}
