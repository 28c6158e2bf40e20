package io.flexhb.codec;

/** Names of the headers with which the tuner passes on records that it cannot use. */
public final class DeadLetterHeaders {

  /** Why the record is there, for people; cut when it is very long. */
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

  private DeadLetterHeaders() {}
}
