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
 * Writes records. Once a record class was seen on a topic, a record costs its own bytes and no
 * more: ids and writers are kept per (topic, class), buffers per thread.
 */
final class RecordEncoder {

  /** A rare large record must not pin its buffer to the thread for ever. */
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
        // After a failure the encoder still holds half a record, which it would flush into the next
        // one.
        buffers.remove();
      }
    }
  }

  /** Finds out how records of this class are written, unless that is known. */
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
      // Not computeIfAbsent: that would hold a lock of the map while the registry is asked.
      writer = lookup.writerFor(topic, record);
      ofTopic.put(record.getClass(), writer);
    }
    return writer;
  }

  /** Finds out, at the registry, how a record is to be written. */
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
