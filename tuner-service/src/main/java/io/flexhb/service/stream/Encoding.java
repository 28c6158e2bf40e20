package io.flexhb.service.stream;

import io.flexhb.registry.AvroCodec;
import io.flexhb.service.codec.PoisonRecord;
import io.flexhb.topics.Topics;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/** Output records to bytes, by the node they leave through. */
final class Encoding {

  private final AvroCodec codec;
  private final Map<String, String> topics;
  private final int maxBytes;

  Encoding(AvroCodec codec, Topics topics, int maxBytes) {
    this.codec = codec;
    this.maxBytes = maxBytes;
    this.topics =
        Map.of(
            Nodes.COMMANDS, topics.commands(),
            Nodes.DECISIONS, topics.decisions(),
            Nodes.TRIALS, topics.trials(),
            Nodes.STUDIES_OUT, topics.studies(),
            Nodes.METRICS_OUT, topics.metrics());
  }

  byte[] encode(String node, SpecificRecord record) {
    return codec.encode(topics.get(node), record);
  }

  /**
   * @throws PoisonRecord when a record of this size cannot be sent
   */
  void checkSize(String what, int bytes) {
    if (bytes > maxBytes) {
      throw new PoisonRecord(
          "what it leads to needs a record of "
              + bytes
              + " bytes ("
              + what
              + "), more than flexhb.record.max.bytes="
              + maxBytes
              + "; send it in smaller parts, or raise that together with max.message.bytes of the"
              + " topics");
    }
  }
}
