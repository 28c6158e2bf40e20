package io.flexhb.service.stream;

import io.flexhb.codec.PoisonRecord;
import io.flexhb.registry.AvroCodec;
import io.flexhb.service.admin.TopicPlan;
import io.flexhb.service.config.ClientSettings;
import io.flexhb.topics.Topics;
import java.util.Map;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** Encodes output records for the sink node that sends them. */
final class Encoding {

  /**
   * Topics without large records have the broker's default limit, 1048588 bytes with all overhead.
   * The broker rejects larger records, and the tuner would fail at the same record forever.
   */
  private static final int SMALL_BYTES = 1_000_000;

  private static final int SMALL_OVERHEAD_BYTES = 40_000;

  private static final String RAISE =
      ", or raise flexhb.record.max.bytes together with max.message.bytes of the topics";

  /** Most bytes per character of a header's name, and per length field before name and value. */
  private static final int CHARACTER_BYTES = 3;

  private static final int LENGTHS_BYTES = 10;

  private final AvroCodec codec;
  private final Map<String, String> topics;
  private final Set<String> large; // topics that accept records of maxBytes
  private final int maxBytes;

  Encoding(AvroCodec codec, Topics topics, int maxBytes) {
    this.codec = codec;
    this.maxBytes = maxBytes;
    this.large = TopicPlan.large(topics);
    this.topics =
        Map.of(
            Nodes.COMMANDS, topics.commands(),
            Nodes.DECISIONS, topics.decisions(),
            Nodes.TRIALS, topics.trials(),
            Nodes.STUDIES_OUT, topics.studies(),
            Nodes.METRICS_OUT, topics.metrics(),
            Nodes.WORKERS_OUT, topics.workers(),
            Nodes.SUGGESTIONS_OUT, topics.suggestions(),
            Nodes.DLQ, topics.dlq());
  }

  /** Size of the largest record and of the largest entry of the store, in bytes. */
  int maxBytes() {
    return maxBytes;
  }

  byte[] encode(String node, SpecificRecord record) {
    return codec.encode(topics.get(node), record);
  }

  /**
   * @throws PoisonRecord when a record of this size cannot be sent through the node
   */
  void checkSize(String node, int bytes) {
    if (bytes > limit(node)) {
      throw new PoisonRecord(
          "the resulting record would have "
              + bytes
              + " bytes ("
              + node
              + "), more than the limit of "
              + limit(node)
              + "; send the"
              + " input in smaller parts"
              + (isLarge(node) ? RAISE : ""));
    }
  }

  /**
   * @param what the entry is, for the message
   * @throws PoisonRecord when an entry of this size cannot be kept in the store
   */
  void checkEntry(String what, int bytes) {
    if (bytes > maxBytes) {
      throw new PoisonRecord(
          "the resulting store entry would have "
              + bytes
              + " bytes ("
              + what
              + "), more than"
              + " the limit of "
              + maxBytes
              + "; send the input in smaller parts"
              + RAISE);
    }
  }

  private boolean isLarge(String node) {
    return large.contains(topics.get(node));
  }

  private int limit(String node) {
    return isLarge(node) ? maxBytes : Math.min(maxBytes, SMALL_BYTES);
  }

  /**
   * Whether an input record may be forwarded unchanged. It may be larger than the records that the
   * tuner writes itself, but must leave room for the headers with the reason and the origin.
   */
  boolean fits(String node, byte[] key, byte[] value, Headers headers) {
    long bytes = (long) length(key) + length(value);
    for (Header header : headers) {
      bytes += (long) CHARACTER_BYTES * header.key().length() + length(header.value());
      bytes += LENGTHS_BYTES;
    }
    long more = isLarge(node) ? ClientSettings.OVERHEAD_BYTES / 2 : SMALL_OVERHEAD_BYTES;
    return bytes <= limit(node) + more;
  }

  private static int length(byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
