package io.flexhb.service.suggest;

import io.flexhb.core.study.state.StudyState;

/** Takes requests for suggestions; never blocks. Thread-safe. */
public interface SuggestionRequests {

  /**
   * Wants the request answered. A request that is in the works already is not taken again.
   *
   * @param snapshot the study as it is now
   * @param request number of a pending request of the study
   */
  void request(StudyState snapshot, long request);

  /** Nobody waits for this study's answers any more. */
  void forget(String study);
}
