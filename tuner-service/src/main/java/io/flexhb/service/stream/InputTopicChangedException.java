package io.flexhb.service.stream;

import io.flexhb.service.failure.TunerException;

/**
 * The tuner cannot tell which records of an input topic it has used. Trying again does not help.
 */
public final class InputTopicChangedException extends TunerException {

  private static final long serialVersionUID = 1L;

  private static final String WAY_OUT =
      " To go on with the topics as they are, stop all tuners of the installation and run 'flexhb"
          + " topics take-over'.";

  private InputTopicChangedException(String message) {
    super(message + WAY_OUT);
  }

  /** The topic was deleted, and another one made under its name. */
  public static InputTopicChangedException anotherTopic(String topic, String known, String found) {
    return new InputTopicChangedException(
        "input topic "
            + topic
            + " was deleted and made anew: its id is "
            + found
            + ", and the state of the studies goes with "
            + known
            + ". Nothing of the new topic is used or skipped.");
  }

  /** Records that were used are not in the log. */
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
            + ": the broker lost records, and new ones may lie where they were. None is used or"
            + " skipped. A take-over goes on at the end of the partition.");
  }

  /** There is state, and no word of which inputs led to it. */
  public static InputTopicChangedException unknownOffset(String topic, int partition) {
    return new InputTopicChangedException(
        "the stores hold studies, but neither they nor the consumer group say up to where "
            + topic
            + "-"
            + partition
            + " was used: the group's offsets were deleted before a version that keeps them in the"
            + " stores had started. A take-over goes on at the end of the partition.");
  }
}
