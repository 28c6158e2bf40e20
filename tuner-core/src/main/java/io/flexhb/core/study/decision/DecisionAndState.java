package io.flexhb.core.study.decision;

import io.flexhb.core.study.state.StudyState;
import java.util.Optional;

/**
 * A decision and the state it leads to.
 *
 * @param after the state after the decision's facts, with the next sequence number; the state
 *     before when there are none; empty while there is no study
 */
public record DecisionAndState(Decision decision, Optional<StudyState> after) {}
