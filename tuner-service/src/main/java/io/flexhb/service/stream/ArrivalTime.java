package io.flexhb.service.stream;

import io.flexhb.service.metrics.InputLag;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.WallclockTimestampExtractor;

/**
 * The tuner's own clock gives records their time: those of producers decide nothing. How old a
 * record is by its producer's clock is for people to see.
 */
final class ArrivalTime extends WallclockTimestampExtractor {

  private final InputLag.OfTopic lag;

  ArrivalTime(InputLag.OfTopic lag) {
    this.lag = lag;
  }

  /** Asked of each record when it becomes the next of its partition. */
  @Override
  public long extract(ConsumerRecord<Object, Object> next, long partitionTime) {
    lag.next(next.partition(), next.offset(), next.timestamp());
    return super.extract(next, partitionTime);
  }
}
