package io.flexhb.core.sim;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.Decision;
import io.flexhb.core.study.Fact;
import io.flexhb.core.study.RequestedState;
import io.flexhb.core.study.Specs;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.StudyEvent;
import io.flexhb.core.study.StudyState;
import io.flexhb.core.study.StudyStatus;
import io.flexhb.core.study.TrialStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListSet;

/** Which transitions and facts the runs of this JVM have seen. */
final class Visited {
  private static final Set<String> TRANSITIONS = new ConcurrentSkipListSet<>();
  private static final Set<String> STATUSES = new ConcurrentSkipListSet<>();
  private static final Set<String> FACTS = new ConcurrentSkipListSet<>();

  private Visited() {}

  static void transition(TrialStatus from, TrialStatus to) {
    if (from != to) {
      TRANSITIONS.add(from + "->" + to);
    }
  }

  static void status(StudyStatus from, StudyStatus to) {
    if (from != to) {
      STATUSES.add(from + "->" + to);
    }
  }

  static void fact(Fact fact) {
    FACTS.add(fact.getClass().getSimpleName());
  }

  /** The platform's side, which no worker brings about: it creates, amends and enqueues. */
  static void wish() {
    StudySpec spec = Specs.of(9, 3).spec();
    UUID incarnation = new UUID(0, 0);
    List<StudyEvent> events =
        List.of(
            new StudyEvent.Applied(0, incarnation, RequestedState.ACTIVE, spec),
            new StudyEvent.Applied(
                1, incarnation, RequestedState.PAUSED, Specs.of(9, 3).loops(2).spec()),
            new StudyEvent.Enqueued(
                2,
                Optional.of(incarnation),
                List.of(Configuration.of(Map.of("x", 1.0, "y", 2.0, "z", 3.0))),
                1));
    Optional<StudyState> state = Optional.empty();
    for (StudyEvent event : events) {
      Decision decision = StudyEngine.decide(state, event);
      decision.facts().forEach(Visited::fact);
      state = Optional.of(StudyEngine.apply(state, decision));
    }
  }

  static Set<String> transitions() {
    return TRANSITIONS;
  }

  /** Of studies that nobody paused or cancelled. */
  static Set<String> statuses() {
    return STATUSES;
  }

  static Set<String> facts() {
    return FACTS;
  }
}
