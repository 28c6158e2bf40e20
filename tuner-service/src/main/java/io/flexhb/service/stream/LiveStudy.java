package io.flexhb.service.stream;

import io.flexhb.core.study.state.StudyState;
import io.flexhb.service.store.StudyKeys;

/** A study in the heap. Owned by the stream thread; the state itself is immutable. */
final class LiveStudy {

  private final StudyKeys keys;
  private final byte[] recordKey;
  private StudyState state;
  private long enqueuedFrom;

  LiveStudy(StudyKeys keys, StudyState state, long enqueuedFrom) {
    this.keys = keys;
    this.recordKey = keys.recordKey();
    this.state = state;
    this.enqueuedFrom = enqueuedFrom;
  }

  StudyKeys keys() {
    return keys;
  }

  /** The key of the study's records; callers must not modify it. */
  byte[] recordKey() {
    return recordKey;
  }

  StudyState state() {
    return state;
  }

  /** Place of the first enqueued configuration. */
  long enqueuedFrom() {
    return enqueuedFrom;
  }

  /** Replaces the state. Call it only after the last output was handed over. */
  void install(StudyState next, long nextEnqueuedFrom) {
    state = next;
    enqueuedFrom = nextEnqueuedFrom;
  }
}
