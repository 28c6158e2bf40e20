package io.flexhb.simulator;

import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.StudyState;
import java.util.Optional;

/** Sees each event that the engine decided. */
@FunctionalInterface
public interface SimulationObserver {

  /**
   * Called after each decision.
   *
   * @param before empty before the study exists
   * @param after the state with all facts applied; equal to {@code before} when there were none
   */
  void decided(Optional<StudyState> before, StudyEvent event, Decision decision, StudyState after);

  /** Sees nothing. */
  SimulationObserver NONE = (before, event, decision, after) -> {};
}
