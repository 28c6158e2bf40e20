package io.flexhb.service.stream;

import io.flexhb.codec.Origin;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;

/**
 * An input record, decoded.
 *
 * @param value the record's value as received
 * @param now tuner time, in milliseconds since 1970
 */
record DecodedInput(
    Origin origin, String study, SpecificRecord record, byte[] value, Headers headers, long now) {

  /** A copy with another decoded record. */
  DecodedInput with(SpecificRecord other) {
    return new DecodedInput(origin, study, other, value, headers, now);
  }
}
