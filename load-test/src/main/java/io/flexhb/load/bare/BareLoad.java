package io.flexhb.load.bare;

import java.time.Duration;
import java.util.Map;

/**
 * The load for the bare application.
 *
 * @param kafka settings of all clients, including {@code bootstrap.servers}
 * @param streams further settings of the application, such as the guarantee
 * @param commitInterval time between commits while events are few; paced like the tuner's commits
 * @param prefix of the topics' names; the topics are created and deleted
 * @param partitions of each topic
 * @param keys number of distinct keys, as many as the tuner had studies
 * @param warmUpEvents number of events processed before measuring
 * @param events number of events measured
 * @param eventsPerSecond rate; 0 = as fast as possible
 * @param eventsPerOutput one record is output per this many events, as the tuner writes decisions
 * @param valueBytes size of an event
 * @param limit limit of the total time
 */
public record BareLoad(
    Map<String, String> kafka,
    Map<String, Object> streams,
    Duration commitInterval,
    String prefix,
    int partitions,
    int keys,
    long warmUpEvents,
    long events,
    double eventsPerSecond,
    int eventsPerOutput,
    int valueBytes,
    Duration limit) {

  /**
   * Checks all values.
   *
   * @throws IllegalArgumentException when a number is below 1, or the rate is negative
   */
  public BareLoad {
    kafka = Map.copyOf(kafka);
    streams = Map.copyOf(streams);
    if (partitions < 1
        || keys < 1
        || warmUpEvents < 0
        || events < 1
        || eventsPerOutput < 1
        || valueBytes < 16) {
      throw new IllegalArgumentException(
          "a bare load needs positive numbers: "
              + partitions
              + " partitions, "
              + keys
              + " keys, "
              + events
              + " events, one output per "
              + eventsPerOutput
              + ", "
              + valueBytes
              + " bytes (at least 16)");
    }
    if (!(eventsPerSecond >= 0)) {
      throw new IllegalArgumentException("events per second must be 0 or more");
    }
  }
}
