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

/** Output records to bytes, by the node they leave through. */
final class Encoding {

  /**
   * Topics without large records let pass what a broker does by default, 1048588 bytes with all
   * overhead. It refuses what is larger, and the tuner would fail at the same record for ever.
   */
  private static final int SMALL_BYTES = 1_000_000;

  private static final int SMALL_OVERHEAD_BYTES = 40_000;

  private static final String RAISE =
      ", or raise flexhb.record.max.bytes together with max.message.bytes of the topics";

  /** Most bytes of a character of a header's name, and of the lengths before name and value. */
  private static final int CHARACTER_BYTES = 3;

  private static final int LENGTHS_BYTES = 10;

  private final AvroCodec codec;
  private final Map<String, String> topics;
  private final Set<String> large; // topics that let records of maxBytes pass
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
          "what it leads to needs a record of "
              + bytes
              + " bytes ("
              + node
              + "), more than the "
              + limit(node)
              + " that fit; send it in smaller parts"
              + (isLarge(node) ? RAISE : ""));
    }
  }

  /**
   * @param what it is
   * @throws PoisonRecord when an entry of this size cannot be kept in the store
   */
  void checkEntry(String what, int bytes) {
    if (bytes > maxBytes) {
      throw new PoisonRecord(
          "what it leads to needs an entry of "
              + bytes
              + " bytes in the store ("
              + what
              + "), more than the "
              + maxBytes
              + " that fit; send it in smaller parts"
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
   * Whether a record that was found may be sent on as it is. It may be larger than what the tuner
   * writes itself, but must leave room for the headers that say why and where it was found.
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
