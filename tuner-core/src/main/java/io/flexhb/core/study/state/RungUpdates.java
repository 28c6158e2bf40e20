package io.flexhb.core.study.state;

import io.flexhb.core.spec.StudySpec;

/**
 * Updates rungs when a trial joins, arrives, is promoted or ends; {@code PromotionRule}s decide
 * from this state. Synchronous rungs are counted in their bracket, asynchronous ones in {@link
 * AsynchronousRungs}.
 */
enum RungUpdates {
  /** A rung waits for all of its trials. */
  SYNCHRONOUS {
    @Override
    Bracket joined(Bracket bracket, int trial) {
      return bracket.withNewTrial(trial);
    }

    @Override
    void recorded(StudyState.Draft draft, Bracket bracket, Trial trial) {
      draft.brackets.set(bracket.number(), bracket.withArrival());
    }

    @Override
    void promoted(StudyState.Draft draft, Bracket bracket, Trial trial, int rung, boolean arrived) {
      draft.brackets.set(bracket.number(), bracket.withMember(trial.number(), arrived));
    }

    @Override
    void converged(StudyState.Draft draft, Bracket bracket, Trial trial) {}

    @Override
    void ended(StudyState.Draft draft, Bracket bracket) {
      draft.brackets.set(bracket.number(), bracket.withArrival());
    }
  },

  /** Trials do not wait for rungs. */
  ASYNCHRONOUS {
    @Override
    Bracket joined(Bracket bracket, int trial) {
      return bracket.withTakenSlot();
    }

    @Override
    void recorded(StudyState.Draft draft, Bracket bracket, Trial trial) {
      draft.rungs = draft.rungs.arrived(bracket, trial.rung(), trial);
    }

    @Override
    void promoted(StudyState.Draft draft, Bracket bracket, Trial trial, int rung, boolean arrived) {
      draft.rungs = draft.rungs.promoted(bracket, trial.rung(), trial);
      if (arrived) {
        draft.rungs = draft.rungs.arrived(bracket, rung, trial);
      }
    }

    @Override
    void converged(StudyState.Draft draft, Bracket bracket, Trial trial) {
      if (!bracket.isLast(trial.rung())) {
        draft.rungs = draft.rungs.promoted(bracket, trial.rung(), trial);
      }
    }

    @Override
    void ended(StudyState.Draft draft, Bracket bracket) {}
  };

  /** The updates of a study. */
  static RungUpdates of(StudySpec spec) {
    return spec.isAsynchronous() ? ASYNCHRONOUS : SYNCHRONOUS;
  }

  /** A new trial takes a slot of the bracket's first rung. */
  abstract Bracket joined(Bracket bracket, int trial);

  /** An awaited trial has its value at its rung. */
  abstract void recorded(StudyState.Draft draft, Bracket bracket, Trial trial);

  /**
   * A trial is promoted.
   *
   * @param trial before its promotion
   * @param rung its next rung
   * @param arrived whether it already has its value there
   */
  abstract void promoted(
      StudyState.Draft draft, Bracket bracket, Trial trial, int rung, boolean arrived);

  /** A trainer converged: its trial has its rank and is not promoted. */
  abstract void converged(StudyState.Draft draft, Bracket bracket, Trial trial);

  /** A trial ended before its rung, which no longer waits for it. */
  abstract void ended(StudyState.Draft draft, Bracket bracket);
}
