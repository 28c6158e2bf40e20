package io.flexhb.service.stream;

import io.flexhb.codec.DeadLetterHeaders;
import io.flexhb.codec.Origin;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Headers;

/** Writes the headers that the tuner adds to records that it forwards unchanged. */
final class OutputHeaders {

  /** A definition may have thousands of problems; the first ones suffice. */
  private static final int REASON_CHARACTERS = 4_000;

  private OutputHeaders() {}

  static void add(Headers headers, Origin origin, String reason, long now) {
    put(headers, DeadLetterHeaders.REASON, cut(reason));
    put(headers, DeadLetterHeaders.TOPIC, origin.topic());
    put(headers, DeadLetterHeaders.PARTITION, Integer.toString(origin.partition()));
    put(headers, DeadLetterHeaders.OFFSET, Long.toString(origin.offset()));
    put(headers, DeadLetterHeaders.TIME, Long.toString(now));
  }

  private static String cut(String reason) {
    return reason.length() <= REASON_CHARACTERS
        ? reason
        : reason.substring(0, REASON_CHARACTERS)
            + " ... (cut: it has "
            + reason.length()
            + " characters)";
  }

  static void put(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
