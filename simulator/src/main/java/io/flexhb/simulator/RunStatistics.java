package io.flexhb.simulator;

import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Counts what happens in a run. */
final class RunStatistics implements SimulationObserver {
  private final SimulationObserver next;
  private final List<Incumbent> incumbents = new ArrayList<>();
  private final Map<Rejection.Kind, Integer> rejections = new EnumMap<>(Rejection.Kind.class);
  private LongSupplier trained = () -> 0;
  private long decisions;
  private int stopped;
  private int revived;
  private int attemptsLost;

  RunStatistics(SimulationObserver next) {
    this.next = next;
  }

  void countTrained(LongSupplier units) {
    trained = units;
  }

  @Override
  public void decided(
      Optional<StudyState> before, StudyEvent event, Decision decision, StudyState after) {
    next.decided(before, event, decision, after);
    decisions++;
    decision.rejection().ifPresent(r -> rejections.merge(r.kind(), 1, Integer::sum));
    decision.facts().forEach(fact -> count(fact, after));
    Optional<StudyState.Best> old = before.flatMap(StudyState::best);
    if (!after.best().equals(old)) {
      StudyState.Best best = after.best().orElseThrow();
      incumbents.add(
          new Incumbent(
              event.time() - after.createdAt(),
              after.budget().spent(),
              trained.getAsLong(),
              best.trial(),
              after.spec().objective().raw(best.value())));
    }
  }

  private void count(Fact fact, StudyState after) {
    if (fact instanceof Fact.Stopped
        || (fact instanceof Fact.Discarded d && d.command().isPresent())) {
      stopped++;
    } else if (fact instanceof Fact.Promoted p && p.revived()) {
      revived++;
    } else if (fact instanceof Fact.AttemptLost && !after.status().isOver()) {
      attemptsLost++;
    }
  }

  SimulationResult result(Simulation world, long events) {
    return new SimulationResult(
        world.tuner().state().orElseThrow(),
        events,
        decisions,
        stopped,
        revived,
        attemptsLost,
        world.trainedUnits(),
        world.now(),
        incumbents,
        rejections);
  }
}
