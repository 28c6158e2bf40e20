package io.flexhb.service.metrics;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Which studies have meters of their own: the first that come, up to a limit. When all labels are
 * given away, a new study gets that of a study that is over, the one that has had it the longest.
 * Thread-safe.
 */
final class StudyLabels {

  /** The label of all studies without one of their own. */
  static final String OTHER = "other";

  private final int limit;
  private final Set<KnownStudy> labelled = new LinkedHashSet<>();

  /** Rises when a label may have become free, so that others need not look all the time. */
  private volatile int changes;

  StudyLabels(int limit) {
    this.limit = limit;
  }

  int changes() {
    return changes;
  }

  /** The study wants a label; returns whether it has one now. */
  synchronized boolean claim(KnownStudy study) {
    if (labelled.contains(study)) {
      return true;
    }
    if (labelled.size() >= limit) {
      Optional<KnownStudy> over =
          study.isOver()
              ? Optional.empty()
              : labelled.stream().filter(KnownStudy::isOver).findFirst();
      if (over.isEmpty()) {
        return false;
      }
      labelled.remove(over.get());
      over.get().unlabel();
    }
    labelled.add(study);
    return true;
  }

  /** The study is gone. */
  synchronized void release(KnownStudy study) {
    if (labelled.remove(study)) {
      changes++;
    }
  }

  /** A study is over. */
  synchronized void mayBeTaken() {
    changes++;
  }
}
