package io.flexhb.service.stream;

import io.flexhb.service.metrics.InputLag;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.WallclockTimestampExtractor;

/**
 * Dates records by the tuner's own clock: the clocks of producers do not affect decisions. The
 * record's age by its producer's clock is only reported as a metric.
 */
final class ArrivalTime extends WallclockTimestampExtractor {

  private final InputLag.OfTopic lag;

  ArrivalTime(InputLag.OfTopic lag) {
    this.lag = lag;
  }

  /** Called for each record when it becomes the next of its partition. */
  @Override
  public long extract(ConsumerRecord<Object, Object> next, long partitionTime) {
    lag.next(next.partition(), next.offset(), next.timestamp());
    return super.extract(next, partitionTime);
  }
}
