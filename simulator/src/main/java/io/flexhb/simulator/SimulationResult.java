package io.flexhb.simulator;

import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.TrialStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a run ended.
 *
 * @param state the study's last state
 * @param events things that happened, trainers' included
 * @param decisions events that reached the engine
 * @param stopped how often a trial was stopped, at a rung or at the end
 * @param revived how often a trial was revived
 * @param attemptsLost how often an attempt ended without its boundary and was tried again
 * @param trained resource units trained, those of lost attempts included
 * @param millis virtual time
 * @param incumbents each new best, in order
 * @param rejections how many events were rejected, by kind
 */
public record SimulationResult(
    StudyState state,
    long events,
    long decisions,
    int stopped,
    int revived,
    int attemptsLost,
    long trained,
    long millis,
    List<Incumbent> incumbents,
    Map<Rejection.Kind, Integer> rejections) {

  public SimulationResult {
    incumbents = List.copyOf(incumbents);
    rejections = Map.copyOf(rejections);
  }

  /** Whether the study came to its end. */
  public boolean finished() {
    return state.status().isOver();
  }

  /** Number of trials that were created. */
  public int trials() {
    return state.trials().size();
  }

  /** Trials in a state. */
  public int count(TrialStatus status) {
    return state.trials().count(trial -> trial.status() == status);
  }

  /** Resource units granted, less what lost attempts gave back. */
  public long granted() {
    return state.budget().spent();
  }

  /** The best value in the user's direction once so many units were trained; empty before one. */
  public Optional<Double> bestAfter(long trainedUnits) {
    Optional<Double> best = Optional.empty();
    for (Incumbent incumbent : incumbents) {
      if (incumbent.trained() > trainedUnits) {
        break;
      }
      best = Optional.of(incumbent.value());
    }
    return best;
  }
}
