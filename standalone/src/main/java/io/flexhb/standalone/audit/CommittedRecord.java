package io.flexhb.standalone.audit;

import java.util.Optional;

/**
 * A committed record.
 *
 * @param timestamp in milliseconds since 1970
 * @param value empty = a tombstone
 */
public record CommittedRecord<T>(
    String topic, int partition, long offset, long timestamp, String key, Optional<T> value) {

  /** Where it lies. */
  public String at() {
    return topic + "-" + partition + "@" + offset;
  }
}
