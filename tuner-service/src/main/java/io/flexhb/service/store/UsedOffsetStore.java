package io.flexhb.service.store;

import io.flexhb.avro.store.StoredUsedOffset;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * How far the task's partition of each input topic was used. Keys are {@code 1 topic}: they sort
 * after those of {@link DueStore} and before those of studies.
 */
public final class UsedOffsetStore {

  private static final byte MARK = 1;

  /** Study ids are ASCII, so their keys lie between these bounds. */
  private static final byte BELOW_STUDIES = MARK + 1;

  private static final byte ABOVE_STUDIES = Byte.MAX_VALUE;

  /**
   * How far a topic was used.
   *
   * @param topicId Kafka's id of the topic
   * @param offset the offset after the last record used
   * @param takeOver id of the installation's newest take-over at that time, empty when there was
   *     none
   */
  public record UsedOffset(String topicId, long offset, String takeOver) {}

  private final KeyValueStore<Bytes, byte[]> store;
  private final StoredForms forms;

  UsedOffsetStore(KeyValueStore<Bytes, byte[]> store, StoredForms forms) {
    this.store = store;
    this.forms = forms;
  }

  /** How far a topic was used; empty when that was never saved. */
  public Optional<UsedOffset> load(String topic) {
    return Optional.ofNullable(store.get(key(topic)))
        .map(forms.usedOffset::decode)
        .map(
            stored ->
                new UsedOffset(stored.getTopicId(), stored.getOffset(), stored.getTakeOver()));
  }

  /** Saves how far the topic was used. */
  public void save(String topic, UsedOffset used) {
    store.put(key(topic), encode(used, forms));
  }

  /** Whether the store holds any entry of a study. */
  public boolean hasStudies() {
    try (KeyValueIterator<Bytes, byte[]> entries =
        store.range(
            Bytes.wrap(new byte[] {BELOW_STUDIES}), Bytes.wrap(new byte[] {ABOVE_STUDIES}))) {
      return entries.hasNext();
    }
  }

  /** An entry's value as it is in the changelog. */
  public static byte[] encode(UsedOffset used) {
    return encode(used, StoredForms.shared());
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
