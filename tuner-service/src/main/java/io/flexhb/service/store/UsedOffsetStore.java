package io.flexhb.service.store;

import io.flexhb.avro.store.StoredUsedOffset;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Up to where the task's partition of each input topic was used. Keys are {@code 1 topic}: after
 * those of {@link DueStore}, before those of any study.
 */
public final class UsedOffsetStore {

  private static final byte MARK = 1;

  /** Ids of studies are ASCII: their keys lie between these. */
  private static final byte BELOW_STUDIES = MARK + 1;

  private static final byte ABOVE_STUDIES = Byte.MAX_VALUE;

  /**
   * How far a topic was used.
   *
   * @param topicId Kafka's id of the topic
   * @param offset the one after the last record used
   * @param takeOver the installation's take-over in force then, empty when there was none
   */
  public record UsedOffset(String topicId, long offset, String takeOver) {}

  private final KeyValueStore<Bytes, byte[]> store;
  private final StoredForms forms;

  UsedOffsetStore(KeyValueStore<Bytes, byte[]> store, StoredForms forms) {
    this.store = store;
    this.forms = forms;
  }

  /** Of a topic; empty when nobody kept it yet. */
  public Optional<UsedOffset> load(String topic) {
    return Optional.ofNullable(store.get(key(topic)))
        .map(forms.usedOffset::decode)
        .map(
            stored ->
                new UsedOffset(stored.getTopicId(), stored.getOffset(), stored.getTakeOver()));
  }

  /** From now on the topic is used up to there. */
  public void save(String topic, UsedOffset used) {
    store.put(key(topic), encode(used, forms));
  }

  /** Whether the store holds anything of a study. */
  public boolean hasStudies() {
    try (KeyValueIterator<Bytes, byte[]> entries =
        store.range(
            Bytes.wrap(new byte[] {BELOW_STUDIES}), Bytes.wrap(new byte[] {ABOVE_STUDIES}))) {
      return entries.hasNext();
    }
  }

  /** An entry as it lies in the changelog. */
  public static byte[] encode(UsedOffset used) {
    return encode(used, new StoredForms());
  }

  private static byte[] encode(UsedOffset used, StoredForms forms) {
    return forms.usedOffset.encode(
        new StoredUsedOffset(used.topicId(), used.offset(), used.takeOver()));
  }

  /** The key of a topic's entry. */
  public static Bytes key(String topic) {
    byte[] name = topic.getBytes(StandardCharsets.UTF_8);
    return Bytes.wrap(ByteBuffer.allocate(1 + name.length).put(MARK).put(name).array());
  }
}
