package io.flexhb.simulator;

import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.StudyState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Keeps every step of a run, also those that changed nothing. */
public final class Journal implements SimulationObserver {
  private final List<Step> steps = new ArrayList<>();

  @Override
  public void decided(
      Optional<StudyState> before, StudyEvent event, Decision decision, StudyState after) {
    steps.add(new Step(event, decision));
  }

  /** The steps so far, in order. */
  public List<Step> steps() {
    return List.copyOf(steps);
  }

  /** What the engine decides when it hears the same events again. */
  public List<Decision> replay() {
    List<Decision> decisions = new ArrayList<>();
    Optional<StudyState> state = Optional.empty();
    for (Step step : steps) {
      Decision decision = StudyEngine.decide(state, step.event());
      if (decision.changesState()) {
        state = Optional.of(StudyEngine.apply(state, decision));
      }
      decisions.add(decision);
    }
    return decisions;
  }
}
