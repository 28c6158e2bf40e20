package io.flexhb.service.stream;

import io.flexhb.codec.Origin;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;

/**
 * An input record, decoded.
 *
 * @param value the record's value as it came
 * @param now tuner time, in milliseconds since 1970
 */
record DecodedInput(
    Origin origin, String study, SpecificRecord record, byte[] value, Headers headers, long now) {

  /** The same, with another record in place of the one that was decoded. */
  DecodedInput with(SpecificRecord other) {
    return new DecodedInput(origin, study, other, value, headers, now);
  }
}
