package io.flexhb.service.stream;

import io.flexhb.service.failure.TunerException;

/**
 * Thrown when the tuner cannot determine which records of an input topic it has used. A retry does
 * not help.
 */
public final class InputTopicChangedException extends TunerException {

  private static final long serialVersionUID = 1L;

  private static final String WAY_OUT =
      " To continue with the topics as they are, stop all tuners of the installation and run"
          + " 'flexhb"
          + " topics take-over'.";

  private InputTopicChangedException(String message) {
    super(message + WAY_OUT);
  }

  /** The topic was deleted and recreated. */
  public static InputTopicChangedException anotherTopic(String topic, String known, String found) {
    return new InputTopicChangedException(
        "input topic "
            + topic
            + " was deleted and recreated: its id is "
            + found
            + ", but the state of the studies belongs to "
            + known
            + ". Nothing of the new topic is used or skipped.");
  }

  /** Records that were used are missing from the log. */
  public static InputTopicChangedException truncated(
      String topic, int partition, long end, long used) {
    return new InputTopicChangedException(
        "input partition "
            + topic
            + "-"
            + partition
            + " ends at offset "
            + end
            + ", but was used up to "
            + used
            + ": the broker lost records, and new ones may have their offsets. None is used or"
            + " skipped. A take-over continues at the end of the partition.");
  }

  /** There is state, but no record of the inputs that led to it. */
  public static InputTopicChangedException unknownOffset(String topic, int partition) {
    return new InputTopicChangedException(
        "the stores hold studies, but neither they nor the consumer group say how far "
            + topic
            + "-"
            + partition
            + " was used: the group's offsets were deleted before the first start of a version"
            + " that keeps them in the stores. A take-over continues at the end of the partition.");
  }
}
