package io.flexhb.codec;

/** Names of the headers of records that the tuner cannot use and forwards. */
public final class DeadLetterHeaders {

  /** Why the record is there, as text; truncated when it is very long. */
  public static final String REASON = "flexhb.dlq.reason";

  /** Topic on which it was found. */
  public static final String TOPIC = "flexhb.dlq.topic";

  /** Partition on which it was found, decimal. */
  public static final String PARTITION = "flexhb.dlq.partition";

  /** Its offset there, decimal. */
  public static final String OFFSET = "flexhb.dlq.offset";

  /** Tuner time, milliseconds since 1970, decimal. */
  public static final String TIME = "flexhb.dlq.time";

  /** On records found on the wrong partition: where they were, as topic-partition@offset. */
  public static final String REROUTED = "flexhb.rerouted";

  private DeadLetterHeaders() {}
}
