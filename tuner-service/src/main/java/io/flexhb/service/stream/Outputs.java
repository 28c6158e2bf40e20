package io.flexhb.service.stream;

import io.flexhb.codec.Origin;
import io.flexhb.codec.PoisonRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Collects output records: all are encoded before the first is forwarded. */
final class Outputs {

  private record Output(String node, byte[] key, byte[] value, Headers headers) {}

  private final Encoding encoding;
  private final List<Output> outputs = new ArrayList<>(8);

  Outputs(Encoding encoding) {
    this.encoding = encoding;
  }

  /**
   * Adds a record for one of the topics.
   *
   * @throws PoisonRecord when it is too large for its topic
   */
  void add(String node, byte[] key, SpecificRecord record) {
    byte[] value = encoding.encode(node, record);
    encoding.checkSize(node, value.length);
    add(node, key, value, new RecordHeaders());
  }

  void add(String node, String key, SpecificRecord record) {
    add(node, utf8(key), record);
  }

  /** Adds bytes unchanged. */
  void add(String node, byte[] key, byte[] value, Headers headers) {
    outputs.add(new Output(node, key, value, headers));
  }

  void tombstone(String node, String key) {
    outputs.add(new Output(node, utf8(key), null, new RecordHeaders()));
  }

  /**
   * Adds a record for the DLQ: bytes and headers as found, with the reason and the origin. Of a
   * record that is too large, it keeps only the reason and the origin, because a failure here would
   * repeat forever.
   */
  void poison(byte[] key, byte[] value, Headers found, Origin origin, String reason, long now) {
    if (encoding.fits(Nodes.DLQ, key, value, found)) {
      Headers headers = new RecordHeaders(found);
      OutputHeaders.add(headers, origin, reason, now);
      add(Nodes.DLQ, key, value, headers);
      return;
    }
    Headers headers = new RecordHeaders();
    OutputHeaders.add(headers, origin, "(too large to be copied here) " + reason, now);
    add(Nodes.DLQ, null, null, headers);
  }

  /**
   * Whether an input record may be forwarded unchanged.
   *
   * @param headers as found
   */
  boolean canPassOn(String node, byte[] key, byte[] value, Headers headers) {
    return encoding.fits(node, key, value, headers);
  }

  /** Forwards all records, in order. */
  void forward(ProcessorContext<byte[], byte[]> context, long now) {
    for (Output output : outputs) {
      context.forward(
          new Record<>(output.key(), output.value(), now, output.headers()), output.node());
    }
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
