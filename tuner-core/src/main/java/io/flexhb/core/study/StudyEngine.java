package io.flexhb.core.study;

import java.util.Optional;

/**
 * The tuner's mind: {@code decide} says what an event leads to and changes nothing; {@code evolve}
 * is the only way a state changes. Both are pure: no clock, no I/O, no randomness but the study's
 * seeded streams. The same events in the same order give the same decisions in any JVM.
 */
public final class StudyEngine {

  /** Raised whenever the same events may lead to other decisions; recorded in the journal. */
  public static final String VERSION = "1";

  private StudyEngine() {}

  /**
   * Never throws for bad user data: the decision then holds a rejection.
   *
   * @param state empty before the study exists
   */
  public static Decision decide(Optional<StudyState> state, StudyEvent event) {
    throw new UnsupportedOperationException();
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
    Optional<StudyState> next = state;
    for (Fact fact : decision.facts()) {
      next = Optional.of(evolve(next, fact));
    }
    StudyState.Draft draft = next.orElseThrow().draft();
    draft.sequence++;
    return draft.done();
  }
}
