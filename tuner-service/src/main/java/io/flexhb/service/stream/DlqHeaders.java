package io.flexhb.service.stream;

import io.flexhb.service.codec.DeadLetterHeaders;
import io.flexhb.service.codec.Origin;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Headers;

/** What the tuner adds to the headers of records that it passes on as they are. */
public final class DlqHeaders {

  /** Why the record is here, for people; cut when it is very long. */
  public static final String REASON = DeadLetterHeaders.REASON;

  /** Topic it was found on. */
  public static final String TOPIC = DeadLetterHeaders.TOPIC;

  /** Partition it was found on, decimal. */
  public static final String PARTITION = DeadLetterHeaders.PARTITION;

  /** Its offset there, decimal. */
  public static final String OFFSET = DeadLetterHeaders.OFFSET;

  /** Tuner time, milliseconds since 1970, decimal. */
  public static final String TIME = "flexhb.dlq.time";

  /** On records that were found on the wrong partition: where, as topic-partition@offset. */
  public static final String REROUTED = "flexhb.rerouted";

  /** A definition may have thousands of faults; those at its beginning do. */
  private static final int REASON_CHARACTERS = 4_000;

  private DlqHeaders() {}

  static void add(Headers headers, Origin origin, String reason, long now) {
    put(headers, REASON, cut(reason));
    put(headers, TOPIC, origin.topic());
    put(headers, PARTITION, Integer.toString(origin.partition()));
    put(headers, OFFSET, Long.toString(origin.offset()));
    put(headers, TIME, Long.toString(now));
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
