package io.flexhb.service.stream;

import io.flexhb.service.store.StoredStudies;
import io.flexhb.service.store.StudyKeys;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The studies in the heap: those used last, the others wait in the stores. */
final class Shelf {

  private final StoredStudies stores;
  private final Consumer<LiveStudy> loaded;
  private final Map<String, LiveStudy> studies;

  /**
   * @param limit most studies kept
   * @param loaded told of each study that comes from the stores
   */
  Shelf(StoredStudies stores, int limit, Consumer<LiveStudy> loaded) {
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

  void add(LiveStudy live) {
    studies.put(live.keys().study(), live);
  }

  void evict(String study) {
    studies.remove(study);
  }
}
