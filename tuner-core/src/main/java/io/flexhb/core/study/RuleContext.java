package io.flexhb.core.study;

import io.flexhb.core.spec.StudySpec;

/**
 * A study in the middle of a decision, as rules read it: the state after all facts that the rules
 * before found.
 */
interface RuleContext {

  StudyState state();

  StudySpec spec();

  /** Tuner time of the event. */
  long time();

  Trial trial(int number);

  Bracket bracket(int number);

  /** Resource units that may still be promised; the largest long when the study has no budget. */
  long remainingBudget();

  /** Whether the decision sends the command already. */
  boolean sends(Command command);

  /** What a rule has found: nothing yet. */
  ResultBuilder result();
}
