package io.flexhb.service.suggest;

import io.flexhb.core.study.state.StudyState;

/** Takes requests for suggestions; never blocks. Thread-safe. */
public interface SuggestionRequests {

  /**
   * Requests an answer. A request that is already in progress is not taken again.
   *
   * @param snapshot the study as it is now
   * @param request number of a pending request of the study
   */
  void request(StudyState snapshot, long request);

  /** The study's answers are no longer needed. */
  void forget(String study);
}
