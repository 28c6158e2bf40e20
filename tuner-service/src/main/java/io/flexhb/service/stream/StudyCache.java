package io.flexhb.service.stream;

import io.flexhb.service.store.StoredStudies;
import io.flexhb.service.store.StudyKeys;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The most recently used studies of a task, in the heap; the others stay in the store. */
final class StudyCache {

  private final StoredStudies stores;
  private final Consumer<LiveStudy> loaded;
  private final Map<String, LiveStudy> studies;

  /**
   * @param limit largest number of studies kept
   * @param loaded called with each study read from the store
   */
  StudyCache(StoredStudies stores, int limit, Consumer<LiveStudy> loaded) {
    this.stores = stores;
    this.loaded = loaded;
    this.studies =
        new LinkedHashMap<>(64, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<String, LiveStudy> eldest) {
            return size() > limit;
          }
        };
  }

  /** The study, from the heap or the stores; empty when there is none. */
  Optional<LiveStudy> find(String study) {
    LiveStudy known = studies.get(study);
    if (known != null) {
      return Optional.of(known);
    }
    StudyKeys keys = new StudyKeys(study);
    Optional<LiveStudy> found =
        stores.load(keys).map(s -> new LiveStudy(keys, s.state(), s.enqueuedFrom()));
    found.ifPresent(
        live -> {
          add(live);
          loaded.accept(live);
        });
    return found;
  }

  /** Replaces the study. Call it only after the last output was handed over. */
  void install(Outcome.Change change) {
    LiveStudy live =
        change
            .before()
            .orElseGet(() -> new LiveStudy(change.keys(), change.after(), change.enqueuedFrom()));
    live.install(change.after(), change.enqueuedFrom());
    add(live);
  }

  private void add(LiveStudy live) {
    studies.put(live.keys().study(), live);
  }

  void evict(String study) {
    studies.remove(study);
  }
}
