package io.flexhb.service.stream;

import io.flexhb.codec.Origin;
import io.flexhb.service.store.UsedOffsetStore;
import io.flexhb.service.store.UsedOffsetStore.UsedOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far a task has used its inputs. Kafka's group offsets say where to continue reading, but they
 * can be deleted, expire, or be set back by hand. These offsets are kept with the state, in the
 * same transaction, so no input is used twice whatever happens to the group's.
 */
final class UsedOffsets {

  private static final Logger LOG = LoggerFactory.getLogger(UsedOffsets.class);

  private static final class Place {
    private final String topicId;
    private long next;
    private boolean saved;
    private long lastSeen = Long.MAX_VALUE;

    Place(String topicId, long next, boolean saved) {
      this.topicId = topicId;
      this.next = next;
      this.saved = saved;
    }
  }

  private final UsedOffsetStore store;
  private final InputTopics topics;
  private final int partition;
  private final Map<String, Place> places = new HashMap<>();
  private boolean changed;

  /**
   * Reads the task's offsets.
   *
   * @param inputs names of the input topics
   * @throws InputTopicChangedException when they cannot be determined
   */
  UsedOffsets(UsedOffsetStore store, InputTopics topics, List<String> inputs, int partition) {
    this.store = store;
    this.topics = topics;
    this.partition = partition;
    for (String topic : inputs) {
      Optional<UsedOffset> kept = store.load(topic);
      long next = kept.map(used -> next(topic, used)).orElseGet(() -> groupOffset(topic));
      UsedOffset now = new UsedOffset(topics.id(topic), next, topics.takeOver());
      places.put(topic, new Place(now.topicId(), next, kept.filter(now::equals).isPresent()));
    }
  }

  private long next(String topic, UsedOffset used) {
    boolean takenOver = !topics.takeOver().isEmpty() && !topics.takeOver().equals(used.takeOver());
    if (!used.topicId().equals(topics.id(topic))) {
      if (!takenOver) {
        throw InputTopicChangedException.anotherTopic(topic, used.topicId(), topics.id(topic));
      }
      LOG.info(
          "{}-{} was taken over as a new topic and is read from its beginning", topic, partition);
      return 0;
    }
    return takenOver ? atMostEnd(topic, used.offset()) : used.offset();
  }

  /** The offset to continue at after a take-over, in which an operator accepted lost records. */
  private long atMostEnd(String topic, long used) {
    long end = topics.end(topic, partition);
    if (end < used) {
      LOG.warn(
          "{}-{} was taken over: it was used up to {} and ends at {}; reading continues at the end",
          topic,
          partition,
          used,
          end);
    }
    return Math.min(end, used);
  }

  /** The offset when none was saved yet: the group's. */
  private long groupOffset(String topic) {
    OptionalLong committed = topics.committed(topic, partition);
    if (committed.isPresent()) {
      return committed.getAsLong();
    }
    if (!store.hasStudies()) {
      return 0;
    }
    if (topics.takeOver().isEmpty()) {
      throw InputTopicChangedException.unknownOffset(topic, partition);
    }
    return topics.end(topic, partition);
  }

  /**
   * Whether the record was used before.
   *
   * @throws InputTopicChangedException when it only appears so, because the topic was recreated
   */
  boolean contain(Origin origin) {
    Place place = places.get(origin.topic());
    boolean used = origin.offset() < place.next;
    if (used && origin.offset() <= place.lastSeen) {
      // The reader went back. A recreated topic begins at 0 too, so the broker has to be asked.
      topics.requireUnchanged(origin.topic(), partition, place.next);
    }
    place.lastSeen = origin.offset();
    return used;
  }

  /** The offset after the last record of the topic that was used. */
  long next(String topic) {
    return places.get(topic).next;
  }

  /** Marks the record as used; returns whether it is the first since {@link #save}. */
  boolean add(Origin origin) {
    Place place = places.get(origin.topic());
    place.next = origin.offset() + 1;
    place.saved = false;
    boolean first = !changed;
    changed = true;
    return first;
  }

  /** Writes the offsets to the store. Called before each commit that used inputs. */
  void save() {
    if (!changed) {
      return;
    }
    places.forEach(
        (topic, place) -> {
          if (!place.saved) {
            store.save(topic, new UsedOffset(place.topicId, place.next, topics.takeOver()));
            place.saved = true;
          }
        });
    changed = false;
  }
}
