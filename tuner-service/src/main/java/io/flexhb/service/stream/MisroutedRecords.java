package io.flexhb.service.stream;

import io.flexhb.codec.DeadLetterHeaders;
import io.flexhb.codec.Origin;
import io.flexhb.codec.PoisonRecord;
import io.flexhb.topics.Topics;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles records that their producer put on another partition than Java clients use. A decision
 * needs all records of a study on one partition, so such a record is forwarded there, once.
 */
final class MisroutedRecords {

  private static final Logger LOG = LoggerFactory.getLogger(MisroutedRecords.class);

  /** Such a client misroutes most of its records, so only some of them are logged. */
  private static final long LOG_EVERY = 1_000;

  private final Map<String, String> nodes;
  private final int partitions;
  private long count;

  MisroutedRecords(Topics topics, int partitions) {
    this.partitions = partitions;
    this.nodes =
        Map.of(
            topics.studies(), Nodes.STUDIES_OUT,
            topics.metrics(), Nodes.METRICS_OUT,
            topics.workers(), Nodes.WORKERS_OUT,
            topics.suggestions(), Nodes.SUGGESTIONS_OUT);
  }

  /**
   * @throws PoisonRecord when it was forwarded before and is still misrouted
   */
  boolean isMisrouted(Record<byte[], byte[]> record, Origin origin) {
    int right = StudyPartitioner.partition(record.key(), partitions);
    if (right == origin.partition()) {
      return false;
    }
    if (wasForwarded(record.headers())) {
      throw new PoisonRecord(
          "forwarded to partition "
              + right
              + " and found on "
              + origin.partition()
              + ": "
              + origin.topic()
              + " does not have "
              + partitions
              + " partitions; all topics need the number in flexhb.topic.partitions");
    }
    return true;
  }

  private static boolean wasForwarded(Headers headers) {
    return headers != null && headers.lastHeader(DeadLetterHeaders.REROUTED) != null;
  }

  /**
   * Adds the record to the outputs, unchanged except for a header.
   *
   * @throws PoisonRecord when it is too large to be forwarded
   */
  void forward(Record<byte[], byte[]> record, Origin origin, Outputs outputs) {
    Headers headers =
        Optional.ofNullable(record.headers()).map(RecordHeaders::new).orElseGet(RecordHeaders::new);
    String node = nodes.get(origin.topic());
    if (!outputs.canPassOn(node, record.key(), record.value(), headers)) {
      throw new PoisonRecord(
          "it is on another partition than Java clients use and is too large to be forwarded;"
              + " set partitioner=murmur2_random in the client that sent it");
    }
    if (count++ % LOG_EVERY == 0) {
      LOG.warn(
          "{} of study {} is on another partition than Java clients use and is forwarded to"
              + " partition {}; set partitioner=murmur2_random in the client that sent it (one line"
              + " for each {} such records)",
          origin,
          new String(record.key(), java.nio.charset.StandardCharsets.UTF_8),
          StudyPartitioner.partition(record.key(), partitions),
          LOG_EVERY);
    }
    OutputHeaders.put(headers, DeadLetterHeaders.REROUTED, origin.toString());
    outputs.add(node, record.key(), record.value(), headers);
  }
}
