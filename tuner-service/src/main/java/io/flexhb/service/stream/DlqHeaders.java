package io.flexhb.service.stream;

import io.flexhb.service.codec.Origin;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Headers;

/** What the tuner adds to the headers of records that it passes on as they are. */
public final class DlqHeaders {

  /** Why the record is here, for people. */
  public static final String REASON = "flexhb.dlq.reason";

  /** Topic it was found on. */
  public static final String TOPIC = "flexhb.dlq.topic";

  /** Partition it was found on, decimal. */
  public static final String PARTITION = "flexhb.dlq.partition";

  /** Its offset there, decimal. */
  public static final String OFFSET = "flexhb.dlq.offset";

  /** Tuner time, milliseconds since 1970, decimal. */
  public static final String TIME = "flexhb.dlq.time";

  /** On records that were found on the wrong partition: where, as topic-partition@offset. */
  public static final String REROUTED = "flexhb.rerouted";

  private DlqHeaders() {}

  static void add(Headers headers, Origin origin, String reason, long now) {
    put(headers, REASON, reason);
    put(headers, TOPIC, origin.topic());
    put(headers, PARTITION, Integer.toString(origin.partition()));
    put(headers, OFFSET, Long.toString(origin.offset()));
    put(headers, TIME, Long.toString(now));
  }

  static void put(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
