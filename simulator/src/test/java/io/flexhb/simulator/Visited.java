package io.flexhb.simulator;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.Specs;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.message.AttemptRef;
import io.flexhb.core.study.message.EndReason;
import io.flexhb.core.study.message.ImportRow;
import io.flexhb.core.study.message.Metric;
import io.flexhb.core.study.message.RequestedState;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
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

  /** The platform's side, which no worker brings about: it creates, amends, enqueues and ends. */
  static void wish() {
    StudySpec spec = Specs.of(9, 3).spec();
    StudySpec more = Specs.of(9, 3).loops(2).spec();
    UUID incarnation = new UUID(0, 0);
    SlotId slot = new SlotId("W", 0);
    AttemptRef first = new AttemptRef(incarnation, 0, 1);
    AttemptRef second = new AttemptRef(incarnation, 1, 1);
    List<StudyEvent> events =
        List.of(
            new StudyEvent.Applied(0, incarnation, RequestedState.ACTIVE, spec),
            new StudyEvent.WorkAsked(1, Optional.of(incarnation), slot, 1, List.of()),
            new StudyEvent.Reported(1, first, slot, "", 1, Metric.of(1), Optional.empty()),
            new StudyEvent.WorkAsked(2, Optional.of(incarnation), slot, 2, List.of()),
            new StudyEvent.AttemptEnded(2, second, slot, "", EndReason.RELEASED, ""),
            new StudyEvent.Applied(3, incarnation, RequestedState.PAUSED, more),
            new StudyEvent.Enqueued(
                4,
                Optional.of(incarnation),
                List.of(Configuration.of(Map.of("x", 1.0, "y", 2.0, "z", 3.0))),
                1),
            new StudyEvent.Imported(
                4,
                Optional.of(incarnation),
                "before",
                List.of(
                    new ImportRow(
                        0,
                        Configuration.of(Map.of("x", 1.0, "y", 2.0, "z", 4.0)),
                        List.of(new ImportRow.Measurement(9, Metric.of(1)))))),
            new StudyEvent.Applied(5, incarnation, RequestedState.CANCELLED, more));
    Optional<StudyState> state = Optional.empty();
    for (StudyEvent event : events) {
      Decision decision = StudyEngine.decide(state, event);
      StudyState after = StudyEngine.apply(state, decision);
      decision.facts().forEach(Visited::fact);
      state.ifPresent(before -> transitions(before, after));
      state = Optional.of(after);
    }
  }

  private static void transitions(StudyState before, StudyState after) {
    for (Trial trial : before.trials()) {
      transition(trial.status(), after.trials().get(trial.number()).status());
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
