package io.flexhb.service.metrics;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which studies have their own meters: the first ones, up to a limit. When no label is
 * left, a new study takes the label of the ended study that has held one the longest. Thread-safe.
 */
final class StudyLabels {

  /** The label of all studies without their own label. */
  static final String OTHER = "other";

  private final int limit;
  private final Set<KnownStudy> labelled = new LinkedHashSet<>();

  /** Increases when a label may have become free, so that studies need not check all the time. */
  private volatile int changes;

  StudyLabels(int limit) {
    this.limit = limit;
  }

  int changes() {
    return changes;
  }

  /** Claims a label for the study; returns whether it has one now. */
  synchronized boolean claim(KnownStudy study) {
    if (labelled.contains(study)) {
      return true;
    }
    if (labelled.size() >= limit) {
      Optional<KnownStudy> ended =
          study.isOver()
              ? Optional.empty()
              : labelled.stream().filter(KnownStudy::isOver).findFirst();
      if (ended.isEmpty()) {
        return false;
      }
      labelled.remove(ended.get());
      ended.get().unlabel();
    }
    labelled.add(study);
    return true;
  }

  /** Frees the label of a study that is gone. */
  synchronized void release(KnownStudy study) {
    if (labelled.remove(study)) {
      changes++;
    }
  }

  /** A study has ended, so its label may be taken. */
  synchronized void mayBeTaken() {
    changes++;
  }
}
