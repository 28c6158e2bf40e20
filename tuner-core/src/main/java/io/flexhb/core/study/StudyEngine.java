package io.flexhb.core.study;

import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.decision.DecisionAndState;
import io.flexhb.core.study.decision.DecisionBuilder;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.rule.EventRules;
import io.flexhb.core.study.rule.FailurePause;
import io.flexhb.core.study.rule.Lifecycle;
import io.flexhb.core.study.rule.RungDecisions;
import io.flexhb.core.study.rule.WorkAssignment;
import io.flexhb.core.study.rule.WorkRequests;
import io.flexhb.core.study.state.Evolution;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import java.util.Optional;
import java.util.UUID;

/**
 * The entry point of every decision: {@code decide} returns what an event leads to and changes
 * nothing; {@code evolve} is the only way a state changes. Both are pure: no clock, no I/O, no
 * randomness except the study's seeded streams. The same events in the same order give the same
 * decisions in any JVM.
 */
public final class StudyEngine {

  /** Incremented whenever the same events may lead to other decisions; recorded in the journal. */
  public static final String VERSION = "5";

  private StudyEngine() {}

  /**
   * Decides on an event. Never throws for bad user data: the decision then has a rejection.
   *
   * @param state empty before the study exists
   */
  public static Decision decide(Optional<StudyState> state, StudyEvent event) {
    return state.isEmpty()
        ? event.accept(new AbsentStudy(Optional.empty()))
        : deliberate(state.get(), event).done();
  }

  /**
   * The result of {@link #decide} and then {@link #apply}, at little more than the cost of the
   * former: deciding evolves the facts as it goes. Replay applies journaled facts instead.
   */
  public static DecisionAndState decideAndApply(Optional<StudyState> state, StudyEvent event) {
    return decideAndApply(state, Optional.empty(), event);
  }

  /**
   * The same, for a study that may have had a deleted predecessor.
   *
   * @param erased incarnation of an earlier, deleted study of that name; ignored when there is a
   *     state
   */
  public static DecisionAndState decideAndApply(
      Optional<StudyState> state, Optional<UUID> erased, StudyEvent event) {
    if (state.isEmpty()) {
      Decision decision = event.accept(new AbsentStudy(erased));
      return new DecisionAndState(
          decision,
          decision.changesState() ? Optional.of(apply(state, decision)) : Optional.empty());
    }
    DecisionBuilder d = deliberate(state.get(), event);
    return new DecisionAndState(d.done(), Optional.of(d.after()));
  }

  private static DecisionBuilder deliberate(StudyState state, StudyEvent event) {
    DecisionBuilder d = new DecisionBuilder(state, event.time());
    d.follow(EventRules.of(event));
    if (d.factCount() > 0) {
      d.follow(FailurePause::whenDue);
      settle(d);
      if (event instanceof StudyEvent.WorkAsked asked) {
        d.follow(study -> WorkRequests.answerParked(study, asked.slot()));
      }
    }
    return d;
  }

  /**
   * Follows up the facts so far until nothing changes: a decided rung creates work, and granting it
   * may find the space exhausted or a trial too expensive, which completes further rungs.
   */
  private static void settle(DecisionBuilder d) {
    int before;
    do {
      before = d.factCount();
      d.follow(RungDecisions::settle);
      d.follow(WorkAssignment::serve);
    } while (d.factCount() > before);
    d.follow(Lifecycle::finishWhenDone);
  }

  /** The state after one fact. */
  public static StudyState evolve(Optional<StudyState> state, Fact fact) {
    return Evolution.evolve(state, fact);
  }

  /** The state after a decision: its facts in order, and the next sequence number. */
  public static StudyState apply(Optional<StudyState> state, Decision decision) {
    if (!decision.changesState()) {
      return state.orElseThrow(
          () -> new IllegalStateException("a decision without facts makes no study"));
    }
    return Evolution.applied(state, decision.facts());
  }
}
