package io.flexhb.service.stream;

import io.flexhb.codec.JournalCodec;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.service.store.ErasedStudies;
import io.flexhb.service.store.StudyKeys;
import io.flexhb.service.store.StudyStore;
import io.flexhb.service.suggest.SuggestionRequests;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Erases deleted studies from stores and topics, a limited number of entries per tick, so that a
 * study of a hundred thousand trials does not delay others. The due store knows which studies are
 * left to erase.
 */
final class StudyEraser {

  private static final Logger LOG = LoggerFactory.getLogger(StudyEraser.class);

  /** Entries per tick, each a delete and a tombstone. */
  static final int BATCH = 1_000;

  /**
   * The result of a tick.
   *
   * @param erased whether there was anything to erase
   * @param released records that were held until a study was erased, in order
   */
  record Step(boolean erased, List<Released> released) {}

  /** A record that was held until the study of its name was erased. */
  record Released(String study, ErasedStudies.Held record) {}

  private final StudyStore store;
  private final StudyCache cache;
  private final SuggestionRequests suggestions;
  private final String studiesTopic;
  private final Set<String> studies = new LinkedHashSet<>();

  StudyEraser(
      StudyStore store, StudyCache cache, SuggestionRequests suggestions, String studiesTopic) {
    this.store = store;
    this.cache = cache;
    this.suggestions = suggestions;
    this.studiesTopic = studiesTopic;
  }

  /** The study was just deleted. */
  void begin(StudyKeys keys, StudyState last, long now) {
    String study = keys.study();
    cache.evict(study);
    suggestions.forget(study);
    store.erased().begin(keys, last);
    store.due().set(study, now);
    studies.add(study);
    LOG.info("Study {} ({}) is deleted and will be erased", study, last.incarnation());
  }

  /** Continues to erase the study; returns whether it was being erased. */
  boolean resume(String study) {
    if (store.erased().load(new StudyKeys(study)).isEmpty()) {
      return false;
    }
    studies.add(study);
    return true;
  }

  /**
   * Erases a batch.
   *
   * @param tombstones takes the tombstones of what is erased
   */
  Step tick(Outputs tombstones) {
    int left = BATCH;
    List<Released> released = new ArrayList<>();
    for (String study : List.copyOf(studies)) {
      if (left <= 0) {
        break;
      }
      left -= erase(study, left, tombstones, released);
    }
    return new Step(left < BATCH, released);
  }

  private int erase(String study, int limit, Outputs tombstones, List<Released> released) {
    StudyKeys keys = new StudyKeys(study);
    Optional<ErasedStudies.Erasure> erasure = store.erased().load(keys);
    if (erasure.isEmpty()) {
      studies.remove(study);
      return 0;
    }
    ErasedStudies.Batch batch = store.erased().next(keys, erasure.get(), limit);
    for (int trial : batch.trials()) {
      tombstones.tombstone(Nodes.TRIALS, study + "/" + trial);
    }
    for (long sequence : batch.decisions()) {
      tombstones.tombstone(Nodes.DECISIONS, JournalCodec.key(study, sequence));
    }
    if (batch.done()) {
      finish(keys, erasure.get(), tombstones, released);
    }
    return Math.max(1, batch.trials().size() + batch.decisions().size());
  }

  private void finish(
      StudyKeys keys, ErasedStudies.Erasure erasure, Outputs tombstones, List<Released> released) {
    String study = keys.study();
    studies.remove(study);
    store.due().clear(study);
    LOG.info("Study {} ({}) is erased", study, erasure.incarnation());
    List<ErasedStudies.Held> waiting = store.erased().release(keys, erasure);
    if (waiting.stream().noneMatch(held -> held.origin().topic().equals(studiesTopic))) {
      // Otherwise the newest record of that name belongs to the next study and must stay.
      tombstones.tombstone(Nodes.STUDIES_OUT, study);
    }
    waiting.forEach(held -> released.add(new Released(study, held)));
  }
}
