package io.flexhb.core.study.state;

import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.rule.PromotionRule;

/**
 * What happens at the rungs when a trial joins, arrives, goes on or ends: the state that {@link
 * PromotionRule}s decide from. Rungs that are waited for are counted in their bracket, others in
 * {@link AsynchronousRungs}.
 */
public enum RungUpdates {
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

  /** No rung is waited for. */
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

  /** Those of a study. */
  static RungUpdates of(StudySpec spec) {
    return spec.isAsynchronous() ? ASYNCHRONOUS : SYNCHRONOUS;
  }

  /** A new trial takes a slot of the bracket's first rung. */
  abstract Bracket joined(Bracket bracket, int trial);

  /** An awaited trial has its value at its rung. */
  abstract void recorded(StudyState.Draft draft, Bracket bracket, Trial trial);

  /**
   * A trial goes on.
   *
   * @param trial as it was before
   * @param rung it goes on to
   * @param arrived whether it has its value there already
   */
  abstract void promoted(
      StudyState.Draft draft, Bracket bracket, Trial trial, int rung, boolean arrived);

  /** A trainer ended by itself: its trial has its rank, and does not go on. */
  abstract void converged(StudyState.Draft draft, Bracket bracket, Trial trial);

  /** A trial ended on its way to its rung, which waits for it no more. */
  abstract void ended(StudyState.Draft draft, Bracket bracket);
}
