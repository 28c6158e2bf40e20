package io.flexhb.service.store;

import io.flexhb.avro.store.StoredErasure;
import io.flexhb.avro.store.StoredInput;
import io.flexhb.codec.Origin;
import io.flexhb.core.study.state.StudyState;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Deleted studies that are being erased from the store, batch by batch. Records that arrive
 * meanwhile for the next incarnation of a study are held back, in order.
 */
public final class ErasedStudies {

  /**
   * A study that is being erased.
   *
   * @param sequence number of its last decision
   * @param erasedUntil decisions up to this number are erased
   * @param held number of records held back
   */
  public record Erasure(UUID incarnation, long sequence, long erasedUntil, long held) {

    /** Whether all journal entries are erased. */
    boolean isJournalErased() {
      return erasedUntil >= sequence;
    }
  }

  /** A record that is held back. */
  public record Held(Origin origin, byte[] value) {}

  /**
   * One step of erasing; its changes to the store are already made.
   *
   * @param trials erased trials
   * @param decisions decisions whose journal entries have to be erased
   * @param done whether nothing of the study is left
   */
  public record Batch(List<Integer> trials, List<Long> decisions, boolean done) {}

  private final KeyValueStore<Bytes, byte[]> store;
  private final StoredForms forms;

  ErasedStudies(KeyValueStore<Bytes, byte[]> store, StoredForms forms) {
    this.store = store;
    this.forms = forms;
  }

  /** The erasure of the study, empty when it is not being erased. */
  public Optional<Erasure> load(StudyKeys keys) {
    byte[] stored = store.get(keys.erasure());
    if (stored == null) {
      return Optional.empty();
    }
    StoredErasure erasure = forms.erasure.decode(stored);
    return Optional.of(
        new Erasure(
            UUID.fromString(erasure.getIncarnation()),
            erasure.getSequence(),
            erasure.getErasedUntil(),
            erasure.getHeld()));
  }

  /** Begins to erase the study: it no longer exists, and its entries are erased batch by batch. */
  public void begin(StudyKeys keys, StudyState last) {
    store.delete(keys.header());
    store.delete(keys.definition());
    save(keys, new Erasure(last.incarnation(), last.sequence(), 0, 0));
  }

  /** Keeps a record until the study is erased. */
  public void hold(StudyKeys keys, Erasure erasure, Held held) {
    Origin origin = held.origin();
    store.put(
        keys.held(erasure.held()),
        forms.held.encode(
            new StoredInput(
                origin.topic(),
                origin.partition(),
                origin.offset(),
                ByteBuffer.wrap(held.value()))));
    save(
        keys,
        new Erasure(
            erasure.incarnation(), erasure.sequence(), erasure.erasedUntil(), erasure.held() + 1));
  }

  /**
   * Erases the next batch.
   *
   * @param limit most entries to erase
   */
  public Batch next(StudyKeys keys, Erasure erasure, int limit) {
    List<Integer> trials = eraseTrials(keys, limit);
    int left = limit - trials.size();
    if (left <= 0) {
      return new Batch(trials, List.of(), false);
    }
    List<Long> decisions = new ArrayList<>();
    long until = Math.min(erasure.sequence(), erasure.erasedUntil() + left);
    for (long sequence = erasure.erasedUntil() + 1; sequence <= until; sequence++) {
      decisions.add(sequence);
    }
    Erasure now = new Erasure(erasure.incarnation(), erasure.sequence(), until, erasure.held());
    left -= decisions.size();
    boolean done = left > 0 && now.isJournalErased() && eraseParts(keys, left);
    if (done) {
      store.delete(keys.erasure());
    } else {
      save(keys, now);
    }
    return new Batch(trials, decisions, done);
  }

  /** Returns the held records in order, and removes them from the store. */
  public List<Held> release(StudyKeys keys, Erasure erasure) {
    List<Held> released = new ArrayList<>();
    for (long place = 0; place < erasure.held(); place++) {
      StoredInput input = forms.held.decode(store.delete(keys.held(place)));
      byte[] value = new byte[input.getValue().remaining()];
      input.getValue().get(value);
      released.add(
          new Held(new Origin(input.getTopic(), input.getPartition(), input.getOffset()), value));
    }
    return released;
  }

  private List<Integer> eraseTrials(StudyKeys keys, int limit) {
    List<Bytes> found = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> entries =
        store.range(keys.firstTrial(), keys.lastTrial())) {
      while (found.size() < limit && entries.hasNext()) {
        Bytes key = entries.next().key;
        found.add(key);
        numbers.add(keys.trialNumber(key));
      }
    }
    found.forEach(store::delete);
    return numbers;
  }

  /** Returns whether everything was erased within the limit. */
  private boolean eraseParts(StudyKeys keys, int limit) {
    List<Bytes> found = new ArrayList<>();
    boolean more = false;
    try (KeyValueIterator<Bytes, byte[]> entries = store.range(keys.first(), keys.last())) {
      while (entries.hasNext()) {
        Bytes key = entries.next().key;
        StudyKeys.Kind kind = keys.kind(key);
        if (kind == StudyKeys.Kind.ERASURE || kind == StudyKeys.Kind.HELD) {
          continue;
        }
        if (found.size() == limit) {
          more = true;
          break;
        }
        found.add(key);
      }
    }
    found.forEach(store::delete);
    return !more;
  }

  private void save(StudyKeys keys, Erasure erasure) {
    store.put(
        keys.erasure(),
        forms.erasure.encode(
            new StoredErasure(
                erasure.incarnation().toString(),
                erasure.sequence(),
                erasure.erasedUntil(),
                erasure.held())));
  }
}
